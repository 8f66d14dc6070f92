import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import type { Speaker } from '../audio/speaker.ts';
import type { StreamOpen } from '../audio/streams.ts';
import type { AlarmNote, Notes } from './mediaStore.ts';

type StreamMessage = Extract<ToTerminal, { type: `stream.${string}` }>;

/** Silence after which an open alarm no longer counts as playing, µs. */
const QUIET_US = 10_000_000;
/** Time after a flush during which earlier packets may still play, µs. */
const FLUSHED_US = 500_000;

/** Tracks the open alarm of the server, and whether it plays when the link is lost. */
export class OpenAlarm {
  #stream: number | null = null;
  /** Opening message while the alarm is due; after a flush only a new opening restores it. */
  wanted: StreamOpen | null = null;
  #soundedAt = Number.NEGATIVE_INFINITY;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #note: AlarmNote | null = null;

  /** Handles stream messages of the server. @param now local time, µs */
  heard(message: StreamMessage, epoch: string | null, now: number): void {
    if (message.type === 'stream.open') {
      if (message.kept === undefined) return;
      this.wanted = message;
      this.#open(message, message.kept, epoch, now);
    } else if (message.stream !== this.#stream || this.#note === null) {
      return;
    } else if (message.type === 'stream.close') {
      this.forget();
    } else if (message.type === 'stream.volume') {
      this.#note.volume = message.volume;
    } else {
      this.wanted = null;
      this.#soundedAt = Number.NEGATIVE_INFINITY;
      this.#flushedAt = now;
    }
  }

  /** Notes whether it plays while the link is up; returns whether the notes have changed. */
  watch(notes: Notes, speaker: Speaker, now: number): boolean {
    const isHeard = this.#stream !== null && speaker.status(this.#stream).sounding;
    if (isHeard && now - this.#flushedAt > FLUSHED_US) this.#soundedAt = now;
    const alarm = now - this.#soundedAt < QUIET_US ? this.#note : null;
    if (notes.alarm === alarm) return false;
    notes.alarm = alarm;
    return true;
  }

  /** Clears the alarm. */
  forget(): void {
    this.#stream = null;
    this.wanted = null;
    this.#note = null;
    this.#soundedAt = Number.NEGATIVE_INFINITY;
  }

  /** Handles the return of the server: an alarm that it has not reopened is over. */
  restart(): void {
    if (this.#note !== null && this.#note.until_ms !== null) this.forget();
  }

  #open(
    { stream, broadcast, title, task_type, priority, volume }: StreamOpen,
    kept: NonNullable<StreamOpen['kept']>,
    epoch: string | null,
    now: number,
  ): void {
    this.#stream = stream;
    // Counts as playing between its opening and its first sample.
    this.#soundedAt = now;
    this.#note = { broadcast, title, task_type, priority, volume, kept, epoch, until_ms: null };
  }
}
