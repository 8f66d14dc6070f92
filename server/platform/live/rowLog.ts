import { isDeepStrictEqual } from 'node:util';
import type { LiveRow } from '../../../contract/api/live.ts';
import { type Entry, RecencyList } from './recency.ts';

/** Change as it travels over the bus. */
export type LiveChange =
  | { op: 'replaceAll'; rows: LiveRow[]; rev: number | undefined }
  | { op: 'upsert'; row: LiveRow; rev: number | undefined }
  | { op: 'patch'; id: number; fields: Record<string, unknown> }
  | { op: 'remove'; id: number; rev: number | undefined };

/** Removed rows to remember, so that a reconnecting console learns of them without a snapshot. */
const MAX_TOMBSTONES = 10_000;
/** Moves between partitions remembered per row. */
const MAX_PAST = 8;

/**
 * Rows of one topic and, for each of their fields, the sequence number of its last change. A subscriber lacks
 * every field that is newer than its cursor, so memory is bounded by the number of rows, not by how slow or
 * how long offline a console is.
 *
 * Changes gather under the number `head + 1` until `seal()` makes them visible.
 */
export class RowLog {
  readonly rows = new Map<number, LiveRow>();
  /** Number of the last sealed change. */
  head = 0;
  /**
   * Oldest cursor that a delta can serve; a subscriber below it gets a snapshot, because history was dropped.
   */
  floor = 0;
  #entries = new Map<number, Entry>();
  #tombstones = new Map<number, Entry>();
  #recent = new RecencyList();
  /** Position of each field name in `Entry.at`. */
  #fields = new Map<string, number>([['id', 0]]);
  #dirty = false;

  /** Number of rows, removed ones included. */
  get size(): number {
    return this.#entries.size;
  }

  apply(change: LiveChange): void {
    if (change.op === 'patch') this.#patch(change.id, change.fields);
    else if (change.op === 'upsert') this.#upsert(change.row, change.rev);
    else if (change.op === 'remove') this.#remove(change.id, change.rev);
    else {
      const kept = new Set(change.rows.map((row) => row.id));
      for (const id of this.rows.keys()) if (!kept.has(id)) this.#remove(id, change.rev);
      for (const row of change.rows) this.#upsert(row, change.rev);
    }
  }

  /** Makes the gathered changes visible under a new number; false if there are none. */
  seal(): boolean {
    if (!this.#dirty) return false;
    this.#dirty = false;
    this.head += 1;
    return true;
  }

  /** Entries changed after `from`, newest first. */
  *since(from: number): Generator<Entry> {
    for (let entry = this.#recent.last; entry !== null && entry.seq > from; entry = entry.prev) yield entry;
  }

  /** Fields of a row that changed after `from`, with its id. */
  fieldsSince(entry: Entry, from: number): Record<string, unknown> {
    const part: Record<string, unknown> = { id: entry.id };
    for (const [field, value] of Object.entries(entry.row ?? {})) {
      if ((entry.at[this.#fields.get(field) ?? 0] ?? 0) > from) part[field] = value;
    }
    return part;
  }

  #patch(id: number, fields: Record<string, unknown>): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.row === null) return;
    const held = entry.row as unknown as Record<string, unknown>;
    let next: Record<string, unknown> | undefined;
    for (const field of Object.keys(fields)) {
      const value = fields[field];
      if (field === 'id' || value === undefined || same(held[field], value)) continue;
      if (next === undefined) {
        next = { ...held };
        this.#touch(entry);
      }
      if (field === 'org') this.#leave(entry);
      next[field] = value;
      entry.at[this.#fieldIndex(field)] = entry.seq;
    }
    if (next === undefined) return;
    entry.row = next as unknown as LiveRow;
    this.rows.set(id, entry.row);
  }

  #upsert(row: LiveRow, rev: number | undefined): void {
    let entry = this.#entries.get(row.id);
    if (entry === undefined) {
      entry = { id: row.id, row: null, seq: 0, rev: 0, at: [], past: [], prev: null, next: null };
      this.#entries.set(row.id, entry);
    }
    if (rev !== undefined && rev < entry.rev) return;
    if (rev !== undefined) entry.rev = rev;
    if (entry.row !== null) {
      this.#patch(row.id, row as unknown as Record<string, unknown>);
      return;
    }
    this.#touch(entry);
    this.#leave(entry);
    this.#tombstones.delete(row.id);
    entry.row = row;
    this.rows.set(row.id, row);
  }

  #remove(id: number, rev: number | undefined): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.row === null || (rev !== undefined && rev < entry.rev)) return;
    if (rev !== undefined) entry.rev = rev;
    this.#touch(entry);
    this.#leave(entry);
    entry.row = null;
    this.rows.delete(id);
    this.#tombstones.set(id, entry);
    if (this.#tombstones.size <= MAX_TOMBSTONES) return;
    const [oldest] = this.#tombstones.values();
    if (oldest === undefined) return;
    this.#tombstones.delete(oldest.id);
    this.#entries.delete(oldest.id);
    this.#recent.remove(oldest);
    this.floor = Math.max(this.floor, oldest.seq);
  }

  #fieldIndex(field: string): number {
    const known = this.#fields.get(field);
    if (known !== undefined) return known;
    this.#fields.set(field, this.#fields.size);
    return this.#fields.size - 1;
  }

  /** Marks the entry as changed under the next number. */
  #touch(entry: Entry): void {
    this.#dirty = true;
    if (entry.seq === this.head + 1) return;
    entry.seq = this.head + 1;
    this.#recent.moveToEnd(entry);
  }

  /** Remembers the partition (undefined: no such row) that the entry is about to leave. */
  #leave(entry: Entry): void {
    if (entry.past.at(-1)?.until === entry.seq) return;
    entry.past.push({ until: entry.seq, org: entry.row?.org });
    if (entry.past.length <= MAX_PAST) return;
    this.floor = Math.max(this.floor, entry.past.shift()?.until ?? 0);
  }
}

function same(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && a !== null && isDeepStrictEqual(a, b));
}
