import { monotonicUs } from '../../terminal/headless/time.ts';
import { LOAD_CORE, type Part, print, startPart } from '../parts/harness.ts';
import { pause, until } from './api.ts';

/** `BENCH_SMALL=1`: a short run to check the benchmark, in a minute or two; its figures are not valid. */
export const isSmall = process.env.BENCH_SMALL === '1';
export const NOMINAL = isSmall
  ? { terminals: 60, decoding: 6, consoles: 2 }
  : { terminals: 1_000, decoding: 50, consoles: 20 };
/** Numbers of terminals, of those of them that decode and record, and of consoles. */
export type Sizes = typeof NOMINAL;

const HEARD_AFTER_US = 1_500_000;

/** Server under test with its terminals, and functions to begin and end an alarm. */
export interface Side {
  name: string;
  sizes: Sizes;
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
  const strips = side.consoles === null ? [] : after(await side.consoles.call<(number | null)[]>('shown'));
  times.heard.push(...first);
  times.opened.push(...opened);
  times.framed.push(...after(await side.fleet.call<(number | null)[]>('framed')));
  times.shown.push(...strips);
  const { terminals, decoding, consoles } = side.sizes;
  const missing = {
    sounds: decoding - first.length,
    messages: terminals - decoding - opened.length,
    strips: side.consoles === null ? 0 : consoles - strips.length,
  };
  const lost = missing.sounds + missing.messages + missing.strips;
  if (lost > 0) print(`${side.name}: an alarm lacks ${JSON.stringify(missing)}`);
  times.lost += lost;
  await side.end();
}

/** Terminals of which the first ones decode and record. */
export async function connectTerminals(
  url: string,
  prefix: string,
  parts: Part[],
  sizes: Sizes,
): Promise<Terminals> {
  const { terminals, decoding } = sizes;
  const listeners = startPart('listeners.ts', LOAD_CORE, [
    url,
    String(decoding),
    String(decoding),
    `${prefix}H`,
    // They are measured; the fleet on the same core only loads the server.
    'raised',
  ]);
  const socket = `${url.replace('http', 'ws')}/v1/terminal`;
  const fleet = startPart('fleet.ts', LOAD_CORE, [socket, String(terminals - decoding), `${prefix}F`]);
  parts.push(listeners, fleet);
  await Promise.all([listeners.call('connect'), fleet.call('connect')]);
  return { listeners, fleet, sizes };
}

type Terminals = Pick<Side, 'listeners' | 'fleet' | 'sizes'>;

export async function untilReady({ listeners, fleet, sizes }: Terminals): Promise<void> {
  const { terminals, decoding } = sizes;
  await until('all terminals are welcomed', async () => {
    const own = await listeners.call<{ ready: number }>('state');
    const other = await fleet.call<{ welcomed: number }>('state');
    return own.ready === decoding && other.welcomed === terminals - decoding;
  });
  // Wait until their estimates of clock and sound card have settled.
  await pause(10_000);
}

/** Bare server as a side: music and alarm are a POST each. */
export function bareSide(url: string, own: Terminals): Side {
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
