import type { ToTerminal } from '../../../contract/terminal.ts';
import type { Speaker } from '../speaker.ts';
import type { StreamOpen } from '../streams.ts';
import type { AlarmNote, Notes } from './shelf.ts';

type StreamMessage = Extract<ToTerminal, { type: `stream.${string}` }>;

/** An alarm that has not been heard for this long does not sound, though its stream is open, µs. */
const QUIET_US = 10_000_000;
/** After a flush what was sent before is still going out for a moment, µs. */
const FLUSHED_US = 500_000;

/** Follows the alarm that the server has open here: whether it sounds when the link is lost. */
export class OpenAlarm {
  private stream: number | null = null;
  /** As it was opened, while it is to be heard: what a flush takes back, only a new opening brings again. */
  wanted: StreamOpen | null = null;
  private soundedAt = Number.NEGATIVE_INFINITY;
  private flushedAt = Number.NEGATIVE_INFINITY;
  private note: AlarmNote | null = null;

  /** What the server says of streams. @param now local time, µs */
  heard(message: StreamMessage, epoch: string | null, now: number): void {
    if (message.type === 'stream.open') {
      if (message.kept === undefined) return;
      this.wanted = message;
      this.open(message, message.kept, epoch, now);
    } else if (message.stream !== this.stream || this.note === null) {
      return;
    } else if (message.type === 'stream.close') {
      this.forget();
    } else if (message.type === 'stream.volume') {
      this.note.volume = message.volume;
    } else {
      this.wanted = null;
      this.soundedAt = Number.NEGATIVE_INFINITY;
      this.flushedAt = now;
    }
  }

  /** Notes whether it sounds, while the link is there; returns whether the notes have changed. */
  watch(notes: Notes, speaker: Speaker, now: number): boolean {
    const isHeard = this.stream !== null && speaker.status(this.stream).sounding;
    if (isHeard && now - this.flushedAt > FLUSHED_US) this.soundedAt = now;
    const alarm = now - this.soundedAt < QUIET_US ? this.note : null;
    if (notes.alarm === alarm) return false;
    notes.alarm = alarm;
    return true;
  }

  /** Nothing is to be heard any more. */
  forget(): void {
    this.stream = null;
    this.wanted = null;
    this.note = null;
    this.soundedAt = Number.NEGATIVE_INFINITY;
  }

  /** The server is back. What it has opened since then stays; what it has not, it does not want any more. */
  restart(): void {
    if (this.note !== null && this.note.until_ms !== null) this.forget();
  }

  private open(
    { stream, broadcast, title, task_type, priority, volume }: StreamOpen,
    kept: NonNullable<StreamOpen['kept']>,
    epoch: string | null,
    now: number,
  ): void {
    this.stream = stream;
    // Between its opening and its first sound it counts as sounding.
    this.soundedAt = now;
    this.note = { broadcast, title, task_type, priority, volume, kept, epoch, until_ms: null };
  }
}
