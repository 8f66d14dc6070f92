import type { Speaker } from '../audio/speaker.ts';
import type { Streams } from '../audio/streams.ts';
import type { MediaClock } from '../protocol/mediaClock.ts';
import type { MediaStore, Notes, RecordNote } from './mediaStore.ts';
import { PacketReader } from './packetReader.ts';
import { type PlannedSound, PlannedSounds } from './plannedSounds.ts';
import { recordOf } from './recordReporter.ts';
import type { WallClock } from './wallClock.ts';

/** Minimum time between opening a stream and its first sample, µs. */
const START_US = 300_000;
/** Time for which a replaced stream still plays, µs. */
const STOP_US = 40_000;
/** Time before the end at which the speaker gets the command to close the stream, because it buffers further ahead, µs. */
const CLOSE_US = 1_000_000;
/** First number of local streams, far above the numbers of servers. */
const FIRST_STREAM = 0xf000_0000;
const LAST_STREAM = 0xffff_fff0;

interface Sounding {
  wanted: PlannedSound;
  reader: PacketReader;
  record: RecordNote;
  /** Local time up to which playback is counted, µs. */
  countedAt: number;
  /** Media time of its end, once the speaker is to close it. */
  closedUs: number | null;
}

export interface OfflinePlayerDeps {
  speaker: Speaker;
  streams: Streams;
  clock: MediaClock;
  wall: WallClock;
  store: MediaStore;
  /** True: this terminal mixes speech over programme. */
  mixes: boolean;
  holds(item: string): boolean;
}

/** Plays runs and alarms without a link (docs/protocols/terminal-protocol.md, "Playing alone"); driven by `tick`. */
export class OfflinePlayer {
  readonly #deps: OfflinePlayerDeps;
  /** Runs that were ended by a person or a fault, with the time of day, ms. */
  readonly #cuts = new Map<string, number>();
  readonly #list: PlannedSounds;
  readonly #sounding = new Map<string, Sounding>();
  #stream = FIRST_STREAM;

  constructor(deps: OfflinePlayerDeps) {
    this.#deps = deps;
    const { mixes, holds } = deps;
    this.#list = new PlannedSounds(deps.wall, { mixes, holds, cutAt: (key) => this.#cuts.get(key) });
  }

  /** Current playback, for the terminal's screen; of two, the speech over the programme. */
  get playing(): { title: string; isAlarm: boolean } | null {
    const all = [...this.#sounding.values()];
    const { wanted } = all.find((one) => one.wanted.mix !== 'programme') ?? all[0] ?? {};
    return wanted === undefined ? null : { title: wanted.title, isAlarm: wanted.played.broadcast !== null };
  }

  /** Continues, starts or ends playback. @param now local time, µs */
  tick(notes: Notes, now: number): void {
    const { clock, wall } = this.#deps;
    const mediaUs = clock.toMedia(now);
    const wallMs = wall.wallOf(mediaUs);
    for (const one of this.#sounding.values()) {
      this.#count(one, now, mediaUs, wallMs);
      if (one.reader.over) this.#giveUp(notes, one);
    }
    const wanted = this.#list.at(notes, wallMs);
    for (const one of [...this.#sounding.values()]) this.#follow(one, wanted, mediaUs);
    for (const one of wanted) if (!this.#sounding.has(one.key)) this.#begin(notes, one, now);
    for (const one of this.#sounding.values()) one.reader.tick(mediaUs, one.closedUs ?? one.wanted.untilUs);
  }

  /** Hands control back to the server, whose streams (or silence) replace local playback. */
  handOver(): void {
    this.#sounding.clear();
    this.#list.forget();
  }

  /**
   * Silences playback on behalf of a person; false: nothing plays. An alarm stays silent until the server reopens it.
   */
  silence(notes: Notes, now: number): boolean {
    if (this.playing === null) return false;
    const mediaUs = this.#deps.clock.toMedia(now);
    for (const one of this.#sounding.values()) {
      if (one.wanted.played.broadcast === null)
        this.#cuts.set(one.wanted.key, this.#deps.wall.wallOf(mediaUs + STOP_US));
      else notes.alarm = null;
      this.#close(one, mediaUs + STOP_US);
    }
    this.#list.forget();
    return true;
  }

  /** Ends a stream that is no longer due, or announces its near end. */
  #follow(one: Sounding, wanted: readonly PlannedSound[], mediaUs: number): void {
    if (one.closedUs !== null) {
      if (mediaUs >= one.closedUs) this.#sounding.delete(one.wanted.key);
      return;
    }
    const still = wanted.find(({ key }) => key === one.wanted.key);
    if (still !== undefined) one.wanted = still;
    const untilUs = still?.untilUs ?? mediaUs;
    if (untilUs < mediaUs + CLOSE_US) this.#close(one, Math.max(untilUs, mediaUs + STOP_US));
  }

  #begin(notes: Notes, wanted: PlannedSound, now: number): void {
    const { clock, wall, streams } = this.#deps;
    const mediaUs = clock.toMedia(now);
    // Sound that the server has sent is played to its end first; it ends before a run that begins now.
    const isStart = wanted.fromUs > mediaUs && !streams.hasUrgent;
    const soonUs = mediaUs + Math.max(START_US, isStart ? 0 : streams.waitingUs(FIRST_STREAM));
    const fromUs = PacketReader.align(wanted.beganUs, Math.max(wanted.fromUs, soonUs));
    if (fromUs >= wanted.untilUs) return;
    if (isStart) streams.endBelow(FIRST_STREAM, fromUs, wanted.mix);
    this.#stream = this.#stream >= LAST_STREAM ? FIRST_STREAM : this.#stream + 1;
    const { title, task_type, priority, volume, mix, list, beganUs, untilUs } = wanted;
    streams.take({
      ...{ type: 'stream.open', stream: this.#stream, broadcast: 0, title, task_type, priority, volume },
      ...{ from_us: fromUs, over: null, began_us: beganUs },
      ...(Number.isFinite(untilUs) ? { ends_us: untilUs } : {}),
      ...(mix === undefined ? {} : { mix }),
    });
    const reader = new PacketReader(this.#stream, list, { beganUs, fromUs }, this.#deps);
    const record = recordOf(notes, wanted.played, wall.wallOf(mediaUs));
    this.#sounding.set(wanted.key, { wanted, reader, record, countedAt: now, closedUs: null });
  }

  /** Gives up a stream whose sound cannot be read or is over; others follow at its end. */
  #giveUp(notes: Notes, { wanted, reader }: Sounding): void {
    if (this.#cuts.has(wanted.key)) return;
    if (wanted.played.broadcast === null) {
      this.#cuts.set(wanted.key, this.#deps.wall.wallOf(reader.nextUs));
      this.#list.forget();
    } else notes.alarm = null;
  }

  #close(one: Sounding, atUs: number): void {
    one.closedUs = Math.min(atUs, one.closedUs ?? Number.POSITIVE_INFINITY, one.wanted.untilUs);
    this.#deps.streams.take({ type: 'stream.close', stream: one.reader.stream, at_us: one.closedUs });
  }

  #count(one: Sounding, now: number, mediaUs: number, wallMs: number): void {
    const { wall, speaker } = this.#deps;
    const { record } = one;
    const status = speaker.status(one.reader.stream);
    // Does not count time beyond the end.
    const beyondUs = one.closedUs === null ? 0 : Math.max(0, mediaUs - one.closedUs);
    const heardUs = now - one.countedAt - beyondUs;
    one.countedAt = now;
    if (status.first_sound_us === null || !(status.sounding || beyondUs > 0)) return;
    record.played_ms += Math.max(0, heardUs / 1000);
    record.first_sound_ms ??= Math.round(wall.wallOf(status.first_sound_us));
    record.confirmed = false;
    record.changed_ms = Math.round(wallMs);
  }
}
