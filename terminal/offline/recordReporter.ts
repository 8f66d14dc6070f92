import { MAX_PLAYED } from '../../contract/protocol/offline.ts';
import type { FromTerminal } from '../../contract/protocol/terminal.ts';
import type { Notes, RecordNote } from './mediaStore.ts';

/** Interval of repeating unconfirmed records, µs. */
const RETRY_US = 10_000_000;
/** Retention of confirmed and of unconfirmed records, ms. */
const CONFIRMED_MS = 86_400_000;
const UNCONFIRMED_MS = 31 * 86_400_000;
const MAX_RECORDS = 5_000;

/** Subject of a record: a run or an alarm. */
export type Played = Pick<RecordNote, 'task' | 'start_s' | 'broadcast'>;

/** Finds the record of a run or alarm, or creates it. */
export function recordOf(notes: Notes, played: Played, wallMs: number): RecordNote {
  const same = (one: RecordNote) =>
    one.task === played.task && one.start_s === played.start_s && one.broadcast === played.broadcast;
  const known = notes.records.find(same);
  if (known !== undefined) return known;
  const { task, start_s, broadcast } = played;
  const made: RecordNote = {
    ...{ n: notes.next++, task, start_s, broadcast, first_sound_ms: null, played_ms: 0 },
    confirmed: false,
    changed_ms: Math.round(wallMs),
  };
  notes.records.push(made);
  return made;
}

/** Sends playback records to the server until they are confirmed. */
export class RecordReporter {
  #sentAt = Number.NEGATIVE_INFINITY;

  /** Makes all records due at a new connection. */
  markDue(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  /** The message that is due at local time `now`, µs; drops what is old. */
  due(notes: Notes, now: number, wallMs: number): Extract<FromTerminal, { type: 'keep.played' }> | null {
    if (now - this.#sentAt < RETRY_US) return null;
    this.#sentAt = now;
    notes.records = notes.records
      .filter(
        ({ confirmed, changed_ms }) => wallMs - changed_ms < (confirmed ? CONFIRMED_MS : UNCONFIRMED_MS),
      )
      .slice(-MAX_RECORDS);
    const open = notes.records.filter(
      ({ confirmed, first_sound_ms }) => !confirmed && first_sound_ms !== null,
    );
    if (open.length === 0) return null;
    const records = open
      .slice(0, MAX_PLAYED)
      .map(({ confirmed: _confirmed, changed_ms: _at, ...record }) => ({
        ...record,
        played_ms: Math.round(record.played_ms),
      }));
    return { type: 'keep.played', records };
  }

  /** Marks records as confirmed by the server. */
  confirm(notes: Notes, numbers: readonly number[]): void {
    for (const record of notes.records) if (numbers.includes(record.n)) record.confirmed = true;
    // More records may be left than fit into one message.
    if (
      notes.records.some(({ confirmed, first_sound_ms }) => !confirmed && first_sound_ms !== null) &&
      numbers.length > 0
    )
      this.markDue();
  }
}
