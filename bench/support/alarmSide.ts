import { monotonicUs } from '../../terminal/headless/time.ts';
import type { TestServer } from '../../tests/support/server.ts';
import { LOAD_CORE, type Part, startPart } from '../parts/harness.ts';
import { connectPanel } from './alarmPanel.ts';
import { type Api, pause, until } from './api.ts';

/** `BENCH_SMALL=1`: a short run to check the benchmark, in a minute or two; its figures are not valid. */
export const isSmall = process.env.BENCH_SMALL === '1';
export const TERMINALS = isSmall ? 60 : 1_000;
export const DECODING = isSmall ? 6 : 50;
export const CONSOLES = isSmall ? 2 : 20;
/** Soft enough to stay below the threshold of sound in the recordings (listeners.ts). */
const MUSIC_VOLUME = 10;
const HEARD_AFTER_US = 1_500_000;

/** Server under test with its terminals, and functions to begin and end an alarm. */
export interface Side {
  name: string;
  listeners: Part;
  fleet: Part;
  consoles: Part | null;
  /** @returns start time, µs of the machine's monotonic clock */
  begin(): number | Promise<number>;
  end(): Promise<void>;
}

/** Load during an alarm. */
export interface Disturbance {
  /** Resolves when the load is fully running. */
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Times of alarms, ms after their edge: one per terminal, or console, and alarm. */
export interface Times {
  /** First sound in a terminal's recording. */
  heard: number[];
  /** Message to a terminal to play. */
  opened: number[];
  /** First frame of sound at a terminal: immediate, as it is on this machine. */
  framed: number[];
  /** Display on a console. */
  shown: number[];
  /** Number of times that are missing. */
  lost: number;
}

export const noTimes = (): Times => ({ heard: [], opened: [], framed: [], shown: [], lost: 0 });

/** Runs one alarm, from its edge until all is quiet again; adds its times. */
export async function alarmOnce(side: Side, times: Times, disturbance?: Disturbance): Promise<void> {
  await Promise.all([side.listeners, side.fleet, side.consoles].map((part) => part?.call('forget')));
  await disturbance?.begin();
  const at_us = await side.begin();
  await until('recorded', async () => {
    return (await side.listeners.call<number>('recorded')) > at_us + HEARD_AFTER_US;
  });
  await disturbance?.end();
  const after = (all: (number | null)[]) => all.flatMap((us) => (us === null ? [] : [(us - at_us) / 1000]));
  const first = after(await side.listeners.call<(number | null)[]>('first'));
  const opened = after(await side.fleet.call<(number | null)[]>('alarmed'));
  times.heard.push(...first);
  times.opened.push(...opened);
  times.framed.push(...after(await side.fleet.call<(number | null)[]>('framed')));
  times.lost += TERMINALS - first.length - opened.length;
  if (side.consoles !== null) {
    const strips = after(await side.consoles.call<(number | null)[]>('shown'));
    times.shown.push(...strips);
    times.lost += CONSOLES - strips.length;
  }
  await side.end();
}

/** Terminals of which the first `DECODING` play and record. */
export async function connectTerminals(
  url: string,
  prefix: string,
  parts: Part[],
): Promise<Pick<Side, 'listeners' | 'fleet'>> {
  const listeners = startPart('listeners.ts', LOAD_CORE, [
    url,
    String(DECODING),
    String(DECODING),
    `${prefix}H`,
  ]);
  const socket = `${url.replace('http', 'ws')}/v1/terminal`;
  const fleet = startPart('fleet.ts', LOAD_CORE, [socket, String(TERMINALS - DECODING), `${prefix}F`]);
  parts.push(listeners, fleet);
  await Promise.all([listeners.call('connect'), fleet.call('connect')]);
  return { listeners, fleet };
}

export async function untilReady({ listeners, fleet }: Pick<Side, 'listeners' | 'fleet'>): Promise<void> {
  await until('all terminals are welcomed', async () => {
    const own = await listeners.call<{ ready: number }>('state');
    const other = await fleet.call<{ welcomed: number }>('state');
    return own.ready === DECODING && other.welcomed === TERMINALS - DECODING;
  });
  // Wait until their estimates of clock and sound card have settled.
  await pause(10_000);
}

/** Bare server as a side: music and alarm are a POST each. */
export function bareSide(url: string, own: Pick<Side, 'listeners' | 'fleet'>): Side {
  const post = async (path: string) => {
    await (await fetch(url + path, { method: 'POST' })).arrayBuffer();
  };
  return {
    name: 'baseline',
    ...own,
    consoles: null,
    begin() {
      const at = monotonicUs();
      void post('/start');
      return at;
    },
    async end() {
      await post('/stop');
      await pause(300);
    },
  };
}

/** The site: all terminals adopted, music everywhere, a plan on the panel's input. */
export async function siteSide(
  server: TestServer,
  api: Api,
  file: number,
  parts: Part[],
): Promise<Side & { close(): void }> {
  const { url } = server;
  const own = await connectTerminals(url, 'OWN', parts);
  const panel = await connectPanel(url, 'PANEL');
  type Found = { rows: { id: number; code: string }[] };
  const found = async () =>
    (
      await Promise.all(
        [1, 2].map((page) => api.call<Found>('GET', `/v1/terminal_found?limit=1000&page=${page}`)),
      )
    ).flatMap(({ rows }) => rows);
  await until('all are found', async () => (await found()).length === TERMINALS + 1);
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
    String(CONSOLES),
  ]);
  parts.push(consoles);
  const tickets: string[] = [];
  for (let i = 0; i < CONSOLES; i++)
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
