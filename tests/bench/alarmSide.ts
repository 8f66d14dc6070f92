import { monotonicUs } from '../../terminal/headless/time.ts';
import type { TestServer } from '../support/server.ts';
import { connectPanel } from './alarmPanel.ts';
import { type Api, pause, until } from './api.ts';
import { LOAD_CORE, type Part, startPart } from './harness.ts';

/** `BENCH_SMALL=1`: a run that shows that everything works, in a minute or two; its figures hold nothing. */
export const isSmall = process.env.BENCH_SMALL === '1';
export const TERMINALS = isSmall ? 60 : 1_000;
export const DECODING = isSmall ? 6 : 50;
export const CONSOLES = isSmall ? 2 : 20;
/** Soft enough to stay below what counts as sound in the recordings (listeners.ts). */
const MUSIC_VOLUME = 10;
const HEARD_AFTER_US = 1_500_000;

/** What terminals there are, and how an alarm is begun and ended. */
export interface Side {
  name: string;
  listeners: Part;
  fleet: Part;
  consoles: Part | null;
  /** @returns when it began, µs of the machine's monotonic clock */
  begin(): number | Promise<number>;
  end(): Promise<void>;
}

/** What goes on beside an alarm. */
export interface Disturbance {
  /** Resolves when it is in full swing. */
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Times of some alarms, ms after their edge: one of each terminal, or console, and alarm. */
export interface Times {
  /** First sound in what a terminal recorded. */
  heard: number[];
  /** A terminal was told to play. */
  told: number[];
  /** A terminal had the first frame of sound, as soon as it was sent: it is on this machine. */
  framed: number[];
  /** A console had it on its strip. */
  shown: number[];
  /** Of all these, how many never came. */
  lost: number;
}

export const noTimes = (): Times => ({ heard: [], told: [], framed: [], shown: [], lost: 0 });

/** One alarm, from its edge until all is quiet again; its times are added. */
export async function alarmOnce(side: Side, times: Times, beside?: Disturbance): Promise<void> {
  await Promise.all([side.listeners, side.fleet, side.consoles].map((part) => part?.call('forget')));
  await beside?.begin();
  const at_us = await side.begin();
  await until('recorded', async () => {
    return (await side.listeners.call<number>('recorded')) > at_us + HEARD_AFTER_US;
  });
  await beside?.end();
  const after = (all: (number | null)[]) => all.flatMap((us) => (us === null ? [] : [(us - at_us) / 1000]));
  const first = after(await side.listeners.call<(number | null)[]>('first'));
  const opened = after(await side.fleet.call<(number | null)[]>('alarmed'));
  times.heard.push(...first);
  times.told.push(...opened);
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
  // Their estimate of the clock and of their sound card settles.
  await pause(10_000);
}

/** A bare server as a side: the music and the alarm are a POST each. */
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

/** The site: everything adopted, music everywhere, a plan on the panel's input. */
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
      // Music is back everywhere, and nothing of the alarm is waiting to be heard.
      await pause(800);
    },
    close: panel.close,
  };
}
