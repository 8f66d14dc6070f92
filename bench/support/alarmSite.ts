import type { TestServer } from '../../tests/support/server.ts';
import { LOAD_CORE, type Part, startPart } from '../parts/harness.ts';
import { connectPanel } from './alarmPanel.ts';
import { connectTerminals, type Side, type Sizes, untilReady } from './alarmSide.ts';
import { type Api, pause, until } from './api.ts';

/** Soft enough to stay below the threshold of sound in the recordings (listeners.ts). */
const MUSIC_VOLUME = 10;

/** The site: all terminals adopted, music everywhere, a plan on the panel's input. */
export async function siteSide(
  server: TestServer,
  api: Api,
  file: number,
  parts: Part[],
  sizes: Sizes,
): Promise<Side & { close(): void }> {
  const { url } = server;
  const own = await connectTerminals(url, 'OWN', parts, sizes);
  const panel = await connectPanel(url, 'PANEL');
  type Found = { rows: { id: number; code: string }[] };
  const found = async () =>
    (
      await Promise.all(
        [1, 2].map((page) => api.call<Found>('GET', `/v1/terminal_found?limit=1000&page=${page}`)),
      )
    ).flatMap(({ rows }) => rows);
  await until('all are found', async () => (await found()).length === sizes.terminals + 1);
  const ids = (await found()).map((row) => row.id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  await untilReady(own);
  const { rows: zones } = await api.call<{ rows: { id: number }[] }>('GET', '/v1/partition');
  const { rows: panels } = await api.call<{ rows: { id: number }[] }>('GET', '/v1/fire_control_device');
  const everywhere = { orgs: zones.map((zone) => zone.id) };
  const message = await api.call<{ id: number }>('POST', '/v1/linkage_task', {
    name: 'Leave the building',
    files: [file],
    tone: 'none',
    volume: 100,
    ...everywhere,
  });
  const plan = await api.call<{ id: number }>('POST', '/v1/alarm_plan', {
    name: 'Fire',
    fire_control_device: panels[0]?.id,
    input_nums: [1],
    linkage_task_ids: [message.id],
  });
  const music = {
    name: 'Music',
    audio_source: 0,
    files: [file],
    loop: 1,
    volume: MUSIC_VOLUME,
    ...everywhere,
  };
  await api.call('POST', '/v1/task', music);

  const consoles = startPart('alarmConsoles.ts', LOAD_CORE, [
    `${url.replace('http', 'ws')}/v1/socket`,
    String(sizes.consoles),
  ]);
  parts.push(consoles);
  const tickets: string[] = [];
  for (let i = 0; i < sizes.consoles; i++)
    tickets.push((await api.call<{ ticket: string }>('POST', '/v1/socket/ticket', {})).ticket);
  await consoles.call('connect', tickets);

  type Row = { status: string };
  const isIdle = async () =>
    (await api.call<Row>('GET', `/v1/alarm_plan/${plan.id}`)).status === 'not_started';
  return {
    name: 'measured',
    ...own,
    consoles,
    begin: () => panel.set(true),
    async end() {
      panel.set(false);
      await api.call('POST', `/v1/alarm_plan/${plan.id}/stop`);
      await until('the alarm is over', isIdle);
      // Music is back everywhere, and no alarm sound is pending.
      await pause(800);
    },
    close: panel.close,
  };
}
