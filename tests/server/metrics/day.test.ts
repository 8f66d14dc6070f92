import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { type ScheduleSite, startScheduleSite, until } from '../schedule/scheduleSite.ts';
import { parseMetrics, type Sample } from './scrape.ts';

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

const scrape = async () => parseMetrics((await site.app.inject('/metrics')).body);
/** Sum of the samples of a name with these labels. */
async function total(name: string, labels: Record<string, string> = {}): Promise<number> {
  const has = (one: Sample) => Object.entries(labels).every(([key, value]) => one.labels[key] === value);
  const found = (await scrape()).samples.filter((one) => one.name === name && has(one));
  return found.reduce((sum, { value }) => sum + value, 0);
}

/** Lets a terminal report that it plays each broadcast immediately. */
function answers(client: TerminalClient): void {
  client.socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : JSON.parse(String(data));
    if (message?.type !== 'stream.open') return;
    const { stream, from_us } = message;
    client.report({
      state: 'playing',
      stream,
      received: 10,
      first_sound_us: from_us,
      position_us: from_us,
      level_db: -20,
    });
  });
}

test('a day of operation is counted, and no label identifies a terminal, task, person or zone', async () => {
  const zone = await site.zone('Maternity');
  const hall = await site.adopted('HALL-4711', zone);
  const panel = await site.adopted('PANEL-4712', zone, 'fire_control_device');
  answers(hall.client);
  const song = await site.file('Lullaby', 60);
  await site.limited('midwife', zone);

  const task = await site.started({ name: 'Visitors leave', files: [song], devices: [hall.id] });
  await until(
    'the first sound is counted',
    async () => (await total('tocsin_first_sound_seconds_count', { kind: 'real_time' })) === 1,
  );
  expect(await total('tocsin_first_packet_seconds_count', { kind: 'real_time' })).toBe(1);
  await site.act(task, 'stop');

  const { at: _, ...when } = site.wall.in(2_000);
  await site.task({
    name: 'Bell of nine',
    ...when,
    end_date: when.start_date,
    files: [song],
    devices: [hall.id],
    duration: 5,
  });
  await until(
    'the run is counted',
    async () => (await total('tocsin_schedule_lateness_seconds_count')) === 1,
  );
  // Sent ahead of time, so its sending time is not measured.
  expect(await total('tocsin_first_packet_seconds_count', { kind: 'scheduled' })).toBe(0);

  const leave = await site.value<{ id: number }>('POST', '/v1/linkage_task', {
    name: 'Leave now',
    files: [song],
    devices: [hall.id],
    org: zone,
  });
  const plan = await site.value<{ id: number }>('POST', '/v1/alarm_plan', {
    name: 'Smoke upstairs',
    org: zone,
    fire_control_device: panel.id,
    input_nums: [1],
    linkage_task_ids: [leave.id],
  });
  const inputs = (active: boolean) =>
    panel.client.send({
      type: 'status',
      kind: 'fire_control_device',
      inputs: [{ input: 1, active, line: 'ok' }],
      outputs: [],
    });
  inputs(true);
  await until(
    'the alarm runs',
    async () => (await total('tocsin_alarms', { state: 'alarming', kind: 'real' })) === 1,
  );
  await until(
    'it was heard',
    async () => (await total('tocsin_first_sound_seconds_count', { kind: 'alarm' })) === 1,
  );
  expect(await total('tocsin_first_packet_seconds_count', { kind: 'alarm' })).toBe(1);
  inputs(false);
  await until(
    'it can be reset',
    async () => (await site.post(`/v1/alarm_plan/${plan.id}/reset`, {})).body.code === 200,
  );
  await until('it is over', async () => (await total('tocsin_alarms')) === 0);
  expect(await total('tocsin_alarms_begun_total', { kind: 'real' })).toBe(1);
  expect(await total('tocsin_alarms_reset_total', { kind: 'real' })).toBe(1);
  await until('all is stored', async () => (await total('tocsin_journal_waiting_lines')) === 0);

  const { ticket } = await site.value<{ ticket: string }>('POST', '/v1/socket/ticket', {});
  const { port } = new URL(site.url);
  const console = new WebSocket(`ws://127.0.0.1:${port}/v1/socket?ticket=${ticket}`);
  await until('the console is counted', async () => (await total('tocsin_console_sockets')) === 1);
  await until('it gets a message', async () => (await total('tocsin_console_messages_sent_total')) > 0);
  console.close();
  await until('it has left', async () => (await total('tocsin_console_sockets')) === 0);

  await site.call('GET', `/v1/device/${hall.id}`, { token: site.token });
  await site.call('GET', '/v1/device/999999', { token: site.token });
  await site.app.inject({ url: '/nobody/4711/has/this' });
  await site.app.inject({ url: '/v1/nobody/4711/has/this?ticket=geheim' });
  expect(await total('tocsin_http_requests_total', { route: '/v1/device/:id', status: '2xx' })).toBe(1);
  expect(await total('tocsin_http_requests_total', { route: '/v1/device/:id', status: '4xx' })).toBe(1);
  expect(await total('tocsin_http_requests_total', { route: 'none' })).toBeGreaterThan(0);
  await until('the disk was looked at', async () => (await total('tocsin_disk_free_bytes')) > 0);
  expect(await total('tocsin_disk_writable')).toBe(1);

  const routes = new Set(Object.keys((await site.app.inject('/v1/openapi.json')).json().paths));
  const isRoute = (text: string) => {
    // OpenAPI writes parameters in braces.
    const path = text.replaceAll(/:(\w+)/g, '{$1}');
    return (
      routes.has(path) ||
      ['none', '/metrics', '/v1/openapi.json', '/v1/terminal', '/v1/socket'].includes(text)
    );
  };
  const { samples } = await scrape();
  const bad = samples.flatMap(({ name, labels }) =>
    Object.entries(labels)
      .filter(([label, text]) => {
        if (label === 'le' || label === 'quantile') return !/^(\+Inf|[\d.e-]+)$/.test(text);
        if (label === 'route') return !isRoute(text);
        if (label === 'method') return !/^([A-Z]+|other)$/.test(text);
        if (label === 'status') return !/^[1-5]xx$/.test(text);
        if (name === 'tocsin_build_info' || name.startsWith('nodejs_')) return false;
        return !/^[a-z_]+$/.test(text) || /midwife|maternity|hall|panel|smoke|bell|lullaby/i.test(text);
      })
      .map(([label, text]) => `${name}{${label}="${text}"}`),
  );
  expect(bad).toEqual([]);
  expect(samples.length).toBeGreaterThan(150);
});

test('broadcasts without a reachable terminal are not measured', async () => {
  const { id, client } = await site.adopted('AWAY-1');
  await client.drop();
  const song = await site.file('Nobody hears', 60);
  const before = await total('tocsin_first_packet_seconds_count');
  const task = await site.started({ files: [song], devices: [id] });
  await site.act(task, 'stop');
  expect(await total('tocsin_first_packet_seconds_count')).toBe(before);
});
