import { type KeptList, lengthOf } from '../../../contract/keeping.ts';
import type { MediaClock } from '../clock.ts';
import type { Speaker } from '../speaker.ts';
import type { Streams } from '../streams.ts';
import { dueAt, itemsOf } from './due.ts';
import { type Played, recordOf } from './records.ts';
import { Reel } from './reel.ts';
import type { AlarmNote, Notes, RecordNote, Shelf } from './shelf.ts';
import type { WallClock } from './wall.ts';

/** What begins is looked for so far ahead, ms; it is first heard so far ahead of being opened, at least, µs. */
const AHEAD_MS = 1_000;
const noNotes = { runs: [], programmes: [] };
const START_US = 300_000;
/** What makes room is still heard for a moment, µs. */
const STOP_US = 40_000;
/** Numbers of streams of its own, far above those of servers. */
const FIRST_STREAM = 0xf000_0000;
const LAST_STREAM = 0xffff_fff0;

/** What is to be heard alone now. */
interface Wanted {
  key: string;
  title: string;
  task_type: number;
  priority: number;
  volume: number | null;
  list: KeptList;
  /** Media times of its beginning and end. */
  beganUs: number;
  untilUs: number;
  played: Played;
}

interface Sounding {
  wanted: Wanted;
  reel: Reel;
  record: RecordNote;
  /** Local time up to which it is counted as heard, µs. */
  countedAt: number;
}

export interface AloneDeps {
  speaker: Speaker;
  streams: Streams;
  clock: MediaClock;
  wall: WallClock;
  shelf: Shelf;
  holds(item: string): boolean;
}

/** Plays runs and alarms by itself (docs/terminal-protocol.md, "Playing alone"). All it does, it does in `tick`. */
export class Alone {
  private readonly deps: AloneDeps;
  private readonly silenced = new Set<string>();
  private current: Sounding | null = null;
  private stream = FIRST_STREAM;

  constructor(deps: AloneDeps) {
    this.deps = deps;
  }

  /** What is heard, for the terminal's own screen. */
  get playing(): { title: string; isAlarm: boolean } | null {
    const wanted = this.current?.wanted;
    return wanted === undefined ? null : { title: wanted.title, isAlarm: wanted.played.broadcast !== null };
  }

  /**
   * Plays on, or begins, or ends. @param now local time, µs @param readyUs media time at which what the server has sent is
   * played to its end
   */
  tick(notes: Notes, now: number, readyUs: number): void {
    const { clock, wall, speaker } = this.deps;
    const mediaUs = clock.toMedia(now);
    const wallMs = wall.wallOf(mediaUs);
    const wanted = this.wanted(notes, wallMs);
    if (this.current?.reel.over) this.giveUp(notes, this.current, mediaUs);
    else if (this.current !== null && wanted?.key !== this.current.wanted.key)
      this.end(Math.max(mediaUs + STOP_US, wanted?.beganUs ?? 0), mediaUs);
    else if (this.current === null && wanted !== null)
      this.begin(notes, wanted, now, Math.max(mediaUs + START_US, readyUs));
    const { current } = this;
    if (current === null) return;
    current.reel.tick(mediaUs, current.wanted.untilUs);
    const status = speaker.status(current.reel.stream);
    if (status.sounding) {
      const { record } = current;
      record.played_ms += (now - current.countedAt) / 1000;
      if (status.first_sound_us !== null)
        record.first_sound_ms ??= Math.round(wall.wallOf(status.first_sound_us));
      record.noted = false;
      record.changed_ms = Math.round(wallMs);
    }
    current.countedAt = now;
  }

  /** The server has the word again: what it opens, or its silence, ends what sounds. */
  handOver(): void {
    this.current = null;
  }

  /** A person silences what sounds; false: nothing does. An alarm stays silent until the server opens it again. */
  silence(notes: Notes, now: number): boolean {
    const { current } = this;
    if (current === null) return false;
    if (current.wanted.played.broadcast === null) this.silenced.add(current.wanted.key);
    else notes.alarm = null;
    const mediaUs = this.deps.clock.toMedia(now);
    this.end(mediaUs + STOP_US, mediaUs);
    return true;
  }

  private wanted(notes: Notes, wallMs: number): Wanted | null {
    if (notes.alarm !== null) {
      if (notes.alarm.until_ms !== null && wallMs >= notes.alarm.until_ms) notes.alarm = null;
      else if ([...itemsOf(notes.alarm.kept)].every((id) => this.deps.holds(id)))
        return this.alarm(notes.alarm);
    }
    if (notes.manifest === null) return null;
    const { wall, holds } = this.deps;
    const at = (ms: number) => dueAt(notes.manifest ?? noNotes, ms, (key) => this.silenced.has(key), holds);
    const [present, soon] = [at(wallMs), at(wallMs + AHEAD_MS)];
    // What begins in a moment is made ready, over what it outranks and what is over by then.
    const due = soon !== null && soon.start_s * 1000 > wallMs ? soon : present;
    if (due === null) return null;
    const { key, start_s, programme } = due;
    const { title, task_type, priority, volume, length_ms, task } = programme;
    const beganUs = wall.mediaOf(start_s * 1000);
    const untilUs = beganUs + length_ms * 1000;
    const played = { task, start_s, broadcast: null };
    return { key, title, task_type, priority, volume, list: programme, beganUs, untilUs, played };
  }

  private alarm({ broadcast, title, task_type, priority, volume, kept, until_ms }: AlarmNote): Wanted {
    const { wall } = this.deps;
    const end = kept.list_ms === null ? null : lengthOf(kept.before) + kept.list_ms + lengthOf(kept.after);
    const untilUs = Math.min(
      until_ms === null ? Number.POSITIVE_INFINITY : wall.mediaOf(until_ms),
      end === null ? Number.POSITIVE_INFINITY : kept.began_us + end * 1000,
    );
    const played = { task: null, start_s: null, broadcast };
    const key = `alarm ${broadcast}`;
    return { key, title, task_type, priority, volume, list: kept, beganUs: kept.began_us, untilUs, played };
  }

  private begin(notes: Notes, wanted: Wanted, now: number, soonUs: number): void {
    const fromUs = Reel.align(wanted.beganUs, Math.max(wanted.beganUs, soonUs));
    if (fromUs >= wanted.untilUs) return;
    this.stream = this.stream >= LAST_STREAM ? FIRST_STREAM : this.stream + 1;
    const { title, task_type, priority, volume, list, beganUs, untilUs } = wanted;
    this.deps.streams.take({
      ...{ type: 'stream.open', stream: this.stream, broadcast: 0, title, task_type, priority, volume },
      ...{ from_us: fromUs, over: null, began_us: beganUs },
      ...(Number.isFinite(untilUs) ? { ends_us: untilUs } : {}),
    });
    const reel = new Reel(this.stream, list, { beganUs, fromUs }, this.deps);
    const wallMs = this.deps.wall.wallOf(this.deps.clock.toMedia(now));
    const record = recordOf(notes, wanted.played, wallMs);
    this.current = { wanted, reel, record, countedAt: now };
  }

  /** Its sound cannot be read, or is over. */
  private giveUp(notes: Notes, { wanted }: Sounding, mediaUs: number): void {
    if (wanted.played.broadcast === null) this.silenced.add(wanted.key);
    else notes.alarm = null;
    this.end(wanted.untilUs, mediaUs);
  }

  /** Ends what sounds, at its own end or at `atUs`. */
  private end(atUs: number, mediaUs: number): void {
    if (this.current === null) return;
    const { reel, wanted, record } = this.current;
    const at_us = Math.min(atUs, wanted.untilUs);
    this.deps.streams.take({ type: 'stream.close', stream: reel.stream, at_us });
    if (this.deps.speaker.status(reel.stream).sounding)
      record.played_ms += Math.max(0, at_us - mediaUs) / 1000;
    this.current = null;
  }
}
