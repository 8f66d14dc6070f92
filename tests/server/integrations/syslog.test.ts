import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookMessage } from '../../../contract/entities/site/integration.ts';
import { parseSyslogAddress } from '../../../contract/entities/site/syslogAddress.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { syslogMessage } from '../../../server/edge/integrations/syslog/syslogMessage.ts';
import { startAirSite } from '../broadcast/airSite.ts';

/** docs/protocols/integrations.md#syslog */

/** Header of RFC 5424: priority, time, host, program, process, message id; structured data; text. */
const FORMAT =
  /^<(?<pri>\d{1,3})>1 (?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) [\x21-\x7e]+ tocsin \d+ (?<id>\S+) \[origin software="Tocsin" swVersion="[^"]+"\] (?<text>.+)$/;
const read = (line: string) => {
  const groups = FORMAT.exec(line)?.groups;
  if (groups === undefined) throw new Error(`not RFC 5424: ${line}`);
  return { pri: Number(groups.pri), id: groups.id, text: groups.text ?? '' };
};

/** Splits a stream into messages by their lengths (RFC 6587, octet counting). */
function unframed(stream: Buffer): string[] {
  const messages: string[] = [];
  let rest = stream;
  while (rest.length > 0) {
    const space = rest.indexOf(0x20);
    const length = Number(rest.subarray(0, space).toString());
    messages.push(rest.subarray(space + 1, space + 1 + length).toString('utf8'));
    rest = rest.subarray(space + 1 + length);
  }
  return messages;
}

let site: Awaited<ReturnType<typeof startAirSite>>;
let zone: number;
let plan: number;
let udp: Datagrams;
let tcp: Server;
let tls: Server;
const received = { udp: [] as string[], tcp: [] as string[], tls: [] as string[] };

function collect(server: Server, into: string[]): Promise<Server> {
  server.on('secureConnection', take).on('connection', (socket) => {
    if (server === tcp) take(socket);
  });
  function take(socket: NodeJS.ReadableStream): void {
    const parts: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('end', () => into.push(...unframed(Buffer.concat(parts))));
  }
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  site = await startAirSite({ allow: '127.0.0.1' });
  zone = await site.zone('House');
  const hall = await site.adopted('HALL', zone);
  const make = async (path: string, body: object) =>
    ((await site.post(path, { org: zone, ...body })).body.value as { id: number }).id;
  const task = await make('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
  plan = await make('/v1/alarm_plan', { name: '火警 "A"\\]', linkage_task_ids: [task] });
  udp = createSocket('udp4');
  udp.on('message', (message) => received.udp.push(message.toString('utf8')));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  tcp = createTcp();
  await collect(tcp, received.tcp);
  const pair = await generate([{ name: 'commonName', value: 'syslog.example' }]);
  tls = createTls({ key: pair.private, cert: pair.cert });
  await collect(tls, received.tls);
});
afterAll(async () => {
  await site.close();
  udp.close();
  tcp.close();
  tls.close();
});

const faults = () =>
  site.deps.live
    .topic<Fault>('fault')
    .snapshot()
    .filter(({ kind }) => kind === 'integration');

test('alarms reach receivers over UDP and TCP as RFC 5424; an untrusted certificate is a fault', async () => {
  const ids: number[] = [];
  for (const [name, url] of [
    ['Datagrams', `udp://127.0.0.1:${portOf(udp)}`],
    ['Stream', `tcp://127.0.0.1:${portOf(tcp)}`],
    ['Strangers', `tls://127.0.0.1:${portOf(tls)}`],
  ] as const) {
    const { body } = await site.post('/v1/integration', { org: zone, kind: 'syslog', name, url });
    expect(body).toMatchObject({ code: 200, value: { has_secret: false } });
    ids.push((body.value as { id: number }).id);
  }
  await site.post(`/v1/alarm_plan/${plan}/start`, {});
  for (const list of [received.udp, received.tcp]) {
    await expect.poll(() => list.map((line) => read(line).id)).toContain('alarm.started');
    const started = list.map(read).find(({ id }) => id === 'alarm.started');
    // local0, alert
    expect(started?.pri).toBe(16 * 8 + 1);
    expect(started?.text).toMatch(/^Alarm "火警 "A"\\\]" started \{/);
    expect(JSON.parse((started?.text ?? '').slice((started?.text ?? '').indexOf('{')))).toMatchObject({
      type: 'alarm.started',
      data: { plan_id: plan },
    });
  }
  await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Strangers']);
  expect(received.tls).toEqual([]);
  await site.post(`/v1/alarm_plan/${plan}/stop`, {});
  await expect.poll(() => received.tcp.map((line) => read(line).id)).toContain('alarm.ended');
  for (const id of ids) await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
});

test('a receiver that closes before it has read gets the message again', async () => {
  let refused = 0;
  const lines: string[] = [];
  const late = createTcp((socket) => {
    socket.on('error', () => {});
    if (refused++ === 0) return socket.destroy();
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => lines.push(...unframed(Buffer.concat(parts))));
  });
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
  const url = `tcp://127.0.0.1:${portOf(late)}`;
  const { body } = await site.post('/v1/integration', { org: zone, kind: 'syslog', name: 'Late', url });
  await site.post(`/v1/alarm_plan/${plan}/start`, {});
  await expect.poll(() => lines.map((line) => read(line).id)).toContain('alarm.started');
  await site.post(`/v1/alarm_plan/${plan}/stop`, {});
  await expect.poll(() => lines.map((line) => read(line).id)).toContain('alarm.ended');
  await expect.poll(faults).toEqual([]);
  await site.call('DELETE', `/v1/integration/${(body.value as { id: number }).id}`, { token: site.token });
  late.close();
});

test('addresses of other protocols are refused for syslog, and syslog addresses for webhooks', async () => {
  const make = (body: object) => site.post('/v1/integration', { org: zone, name: 'x', ...body });
  for (const url of ['', 'http://10.0.0.1', 'udp://', 'tcp://a/b', 'udp://u@a', 'file:///etc/passwd'])
    expect((await make({ kind: 'syslog', url })).body.code).toBe(400);
  expect((await make({ kind: 'syslog', url: 'udp://a:99999' })).body.code).toBe(400);
  expect((await make({ kind: 'syslog', url: 'udp://a', events: [] })).body.code).toBe(400);
  expect((await make({ kind: 'webhook_out', url: 'udp://10.0.0.1' })).body.code).toBe(400);
  expect(parseSyslogAddress('tls://[fd00::1]')).toEqual({ protocol: 'tls:', host: 'fd00::1', port: 6514 });
});

test.each([
  ['alarm.started', { plan_name: 'P', drill: 'silent' }, 5, 'Drill "P" started'],
  ['fault.opened', { kind: 'disk', params: {} }, 3, 'Fault began: little free space'],
  [
    'fault.resolved',
    { kind: 'self_test', params: { name: 'Hall\nNorth', code: 'H1' } },
    5,
    'Fault ended: a terminal failed its self-test (Hall North, H1)',
  ],
] as const)('%s of %j', (type, data, severity, sentence) => {
  const message = { type, timestamp: '2026-01-02T03:04:05.678Z', data } as WebhookMessage;
  const { pri, text } = read(syslogMessage('m1', message, '1.0').toString('utf8'));
  expect(pri).toBe(16 * 8 + severity);
  expect(text.startsWith(`${sentence} {"id":"m1"`)).toBe(true);
});
