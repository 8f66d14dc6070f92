import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { BroadcastStream, CapturedStream, RecordedStream } from '../source/broadcastStream.ts';
import type { OpenSource } from '../source/source.ts';
import type { StreamFailure } from './failure.ts';
import type { AddressPolicy } from './policy.ts';
import type { Radios } from './radio.service.ts';
import { Station, type StationState, type StationTimes, stationTimes } from './station.ts';
import { StationSource } from './stationSource.ts';

/** Time that a URL without a player stays connected, ms: after a short pause it continues at once. */
const URL_LINGER_MS = 10_000;
/** Packets kept from before the position at which it continues. */
const REWOUND = 100;

/** Radio stations and URLs as sources of broadcasts. */
export interface BroadcastStreams {
  /**
   * Connects, and returns a factory of sources for the segments of the broadcast.
   * @throws AppError 404 for a station that does not exist, 999 with the reason when nothing can be heard
   */
  open(stream: StreamChoice): Promise<{ stream: NetStream; name: string; opener: OpenSource }>;
  /**
   * Like `open` without waiting: silent until sound arrives, for broadcasts that must begin on time.
   * @throws AppError 404
   */
  await(stream: StreamChoice): Promise<{ stream: NetStream; opener: OpenSource }>;
  /**
   * Like `open` for a broadcast that was running when the server went down: without waiting, silent until the
   * stream is connected.
   */
  reopen(stream: NetStream): OpenSource;
  close(): Promise<void>;
}
/** Station with its address at the time of the start, or a URL. */
export type NetStream = Exclude<BroadcastStream, CapturedStream | RecordedStream>;
export type StreamChoice = { radio: number } | { url: string };

interface Deps {
  radios: Radios;
  policy: AddressPolicy;
  times?: Partial<StationTimes>;
  log: { warn(details: object, message: string): void };
}

function mustWork(state: StationState): void {
  if (state.kind === 'works' || state.kind === 'ended') return;
  const failure: Pick<StreamFailure, 'key' | 'params'> =
    state.kind === 'fails' ? state.failure : { key: 'radio.silent', params: {} };
  throw new AppError(errorCode.refused, failure.key, failure.params);
}

export function createBroadcastStreams({ radios, policy, times = {}, log }: Deps): BroadcastStreams {
  const own = new Set<Station>();
  const startMs = times.startMs ?? stationTimes.startMs;

  /** After a restart a source does not wait: it is silent until the stream is connected. */
  const waiting = (isRestored: boolean) => (isRestored ? { waitMs: 0 } : {});

  function ofRadio({ radio, url }: { radio: number; url: string }, isRestored = false): OpenSource {
    return () => {
      const { station, release } = radios.stations.acquire(radio, url);
      radios.played(radio, 1);
      return new StationSource(station, waiting(isRestored), () => {
        radios.played(radio, -1);
        release();
      });
    };
  }

  function connect(url: string, from = 0): Station {
    const station = new Station({ url, policy, log, times, from, onChange: () => {} });
    own.add(station);
    return station;
  }
  async function drop(station: Station): Promise<void> {
    own.delete(station);
    await station.close();
  }

  /** A URL plays for one broadcast: after a pause it continues where it was. */
  function ofUrl(url: string, first?: Station): OpenSource {
    const isRestored = first === undefined;
    let station = first;
    let next: number | null = null;
    let timer: NodeJS.Timeout | undefined;
    return () => {
      clearTimeout(timer);
      const playing = station ?? connect(url, Math.max(0, (next ?? 0) - REWOUND));
      station = playing;
      const goesOnAt = next;
      return new StationSource(playing, { goesOnAt, ...waiting(isRestored) }, (at) => {
        next = playing.finite ? at : null;
        timer = setTimeout(() => {
          if (station === playing) station = undefined;
          void drop(playing);
        }, URL_LINGER_MS);
        timer.unref();
      });
    };
  }

  async function stationOf(id: number) {
    const [row] = await radios.library.itemsOf([id]);
    if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    return { name: row.name, stream: { radio: row.id, url: row.radio_url } };
  }
  const reopen = (stream: NetStream) => ('radio' in stream ? ofRadio(stream, true) : ofUrl(stream.url));

  return {
    async open(choice) {
      if ('url' in choice) {
        const station = connect(choice.url);
        try {
          mustWork(await station.settled(startMs));
        } catch (error) {
          await drop(station);
          throw error;
        }
        return { stream: choice, name: choice.url, opener: ofUrl(choice.url, station) };
      }
      const { name, stream } = await stationOf(choice.radio);
      const { station, release } = radios.stations.acquire(stream.radio, stream.url);
      try {
        mustWork(await station.settled(startMs));
      } finally {
        release();
      }
      return { stream, name, opener: ofRadio(stream) };
    },
    async await(choice) {
      const stream = 'url' in choice ? choice : (await stationOf(choice.radio)).stream;
      return { stream, opener: reopen(stream) };
    },
    reopen,
    async close() {
      await Promise.all([...own].map(drop));
    },
  };
}
