import { lengthOf, type OfflinePlaylist } from '../../contract/protocol/offline.ts';
import type { Mix } from '../audio/speaker.ts';
import type { AlarmNote, Notes } from './mediaStore.ts';
import { type AudibleRun, type AudibleSpan, offlineSchedule, type PlaybackMeans } from './offlineSchedule.ts';
import type { Played } from './recordReporter.ts';
import { itemsOf } from './runKey.ts';
import type { WallClock } from './wallClock.ts';

/** Lookahead for starts, ms. */
const AHEAD_MS = 1_000;
/** Interval of recomputing local playback, ms. */
const FRESH_MS = 1_000;

/** Local playback that is due now or shortly. */
export interface PlannedSound {
  key: string;
  title: string;
  task_type: number;
  priority: number;
  volume: number | null;
  mix: Mix | undefined;
  list: OfflinePlaylist;
  /** Media time at which its list began, shifted by its pauses; it plays from `fromUs` to `untilUs`. */
  beganUs: number;
  fromUs: number;
  untilUs: number;
  played: Played;
}

/** Determines local playback from a continued alarm or the schedule. */
export class PlannedSounds {
  readonly #wall: WallClock;
  readonly #means: PlaybackMeans;
  #manifest: Notes['manifest'] = null;
  #stretches: AudibleSpan[] = [];
  #madeMs = Number.NEGATIVE_INFINITY;

  constructor(wall: WallClock, means: PlaybackMeans) {
    this.#wall = wall;
    this.#means = means;
  }

  /** Discards the computed playback after a change. */
  forget(): void {
    this.#manifest = null;
  }

  /** Playback within the next second of a time of day, ms; each entry from its start to its expected end. */
  at(notes: Notes, wallMs: number): PlannedSound[] {
    if (notes.alarm !== null) {
      if (notes.alarm.until_ms !== null && wallMs >= notes.alarm.until_ms) notes.alarm = null;
      else if ([...itemsOf(notes.alarm.kept)].every((id) => this.#means.holds(id)))
        return [this.#alarm(notes.alarm)];
    }
    if (notes.manifest === null) return [];
    const isFresh = wallMs >= this.#madeMs && wallMs < this.#madeMs + FRESH_MS;
    if (notes.manifest !== this.#manifest || !isFresh) {
      const span = { fromMs: wallMs, toMs: wallMs + FRESH_MS + AHEAD_MS };
      this.#stretches = offlineSchedule(notes.manifest, span, this.#means);
      this.#manifest = notes.manifest;
      this.#madeMs = wallMs;
    }
    const near = this.#stretches.filter((one) => one.until_ms > wallMs && one.fromMs <= wallMs + AHEAD_MS);
    return this.#joined(near);
  }

  /** Joins consecutive intervals of the same run. */
  #joined(stretches: readonly AudibleSpan[]): PlannedSound[] {
    const found = new Map<string, { one: AudibleRun; fromMs: number; until_ms: number }>();
    for (const { fromMs, until_ms, heard } of stretches)
      for (const one of heard) {
        const known = found.get(one.key);
        if (known === undefined) found.set(one.key, { one, fromMs, until_ms });
        else if (known.until_ms === fromMs) known.until_ms = until_ms;
      }
    const last = stretches.at(-1)?.until_ms ?? 0;
    // The silence of an exam holds the terminal and has nothing to play.
    const sounding = [...found.values()].filter(({ one }) => itemsOf(one.programme).size > 0);
    return sounding.map((each) =>
      // A run of the last interval continues to its expected end.
      this.#run({ ...each, until_ms: each.until_ms === last ? each.one.endsMs : each.until_ms }),
    );
  }

  #run({ one, fromMs, until_ms }: { one: AudibleRun; fromMs: number; until_ms: number }): PlannedSound {
    const wall = this.#wall;
    const { key, start_s, programme, beganMs } = one;
    const { title, task_type, priority, volume, task, part } = programme;
    return {
      ...{ key, title, task_type, priority, volume, mix: part, list: programme },
      beganUs: wall.mediaOf(beganMs),
      fromUs: wall.mediaOf(Math.max(fromMs, beganMs)),
      untilUs: wall.mediaOf(until_ms),
      played: { task, start_s, broadcast: null },
    };
  }

  #alarm({ broadcast, title, task_type, priority, volume, kept, until_ms }: AlarmNote): PlannedSound {
    const wall = this.#wall;
    const end = kept.list_ms === null ? null : lengthOf(kept.before) + kept.list_ms + lengthOf(kept.after);
    const untilUs = Math.min(
      until_ms === null ? Number.POSITIVE_INFINITY : wall.mediaOf(until_ms),
      end === null ? Number.POSITIVE_INFINITY : kept.began_us + end * 1000,
    );
    return {
      ...{ key: `alarm ${broadcast}`, title, task_type, priority, volume, mix: undefined, list: kept },
      ...{ beganUs: kept.began_us, fromUs: kept.began_us, untilUs },
      played: { task: null, start_s: null, broadcast },
    };
  }
}
