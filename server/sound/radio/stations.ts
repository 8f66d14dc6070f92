import { setTimeout as delay } from 'node:timers/promises';
import { StreamFailure } from './failure.ts';
import type { AddressPolicy } from './policy.ts';
import { Station, type StationFacts, type StationTimes, stationTimes } from './station.ts';

export interface StationsDeps {
  policy: AddressPolicy;
  log: { warn(details: object, message: string): void };
  times?: Partial<StationTimes>;
  /** Called when something of a station has changed; undefined: it is disconnected. */
  onChange(id: number, station: Station | undefined): void;
}

/** Result of testing an address. */
export type Trial =
  | { ok: true; facts: StationFacts }
  | { ok: false; failure: StreamFailure; facts: StationFacts };

/** Time to wait for a title once an address works, ms. */
const TITLE_MS = 1_500;
/** Time that a station without a player stays connected, ms: a pause or the next task finds it ready. */
const LINGER_MS = 10_000;

interface Held {
  station: Station;
  url: string;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Keeps one connection per station, shared by all broadcasts that play it. */
export function createStations(deps: StationsDeps) {
  const held = new Map<number, Held>();
  const closing = new Set<Promise<void>>();

  function drop(id: number): void {
    const one = held.get(id);
    if (one === undefined) return;
    held.delete(id);
    clearTimeout(one.timer);
    const closed = one.station.close().finally(() => closing.delete(closed));
    closing.add(closed);
    deps.onChange(id, undefined);
  }

  return {
    get: (id: number) => held.get(id)?.station,
    /** Connects to a station, or shares its connection. Call `release` once when it is no longer needed. */
    acquire(id: number, url: string): { station: Station; release(): void } {
      if (held.get(id)?.url !== url) drop(id);
      let one = held.get(id);
      if (one === undefined) {
        const { policy, log, times = {} } = deps;
        const onChange = () => {
          if (held.get(id)?.station === station) deps.onChange(id, station);
        };
        const station = new Station({ url, policy, log, times, onChange });
        one = { station, url, users: 0, timer: undefined };
        held.set(id, one);
      }
      const own = one;
      clearTimeout(own.timer);
      own.users++;
      let released = false;
      return {
        station: own.station,
        release() {
          if (released) return;
          released = true;
          own.users--;
          if (own.users > 0 || held.get(id) !== own) return;
          own.timer = setTimeout(() => drop(id), LINGER_MS);
          own.timer.unref();
        },
      };
    },
    drop,
    /** Tests an address: connects, decodes the first sound, and disconnects. */
    async try(url: string): Promise<Trial> {
      const { policy, log, times = {} } = deps;
      const station = new Station({ url, policy, log, times, onChange: () => {} });
      try {
        const state = await station.settled(times.trialMs ?? stationTimes.trialMs);
        if (state.kind === 'works') {
          // Titles often come with the first block of sound.
          const until = performance.now() + TITLE_MS;
          while (station.facts.title === '' && performance.now() < until && station.state.kind === 'works')
            await delay(50);
        }
        const { facts } = station;
        if (state.kind === 'works' || state.kind === 'ended') return { ok: true, facts };
        const failure = state.kind === 'fails' ? state.failure : new StreamFailure('radio.silent');
        return { ok: false, failure, facts };
      } finally {
        await station.close();
      }
    },
    async close(): Promise<void> {
      for (const id of [...held.keys()]) drop(id);
      await Promise.all(closing);
    },
  };
}
export type Stations = ReturnType<typeof createStations>;
