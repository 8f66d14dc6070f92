import { isDeepStrictEqual } from 'node:util';
import type { Cursor, LiveRow, TopicName } from '../../contract/live.ts';
import { type Entry, RecencyList } from './recency.ts';
import { inScope, type Org, type Scope, scopeKey } from './scope.ts';

/** A change as it travels over the bus. */
export type LiveChange =
  | { op: 'replaceAll'; rows: LiveRow[]; rev: number | undefined }
  | { op: 'upsert'; row: LiveRow; rev: number | undefined }
  | { op: 'patch'; id: number; fields: Record<string, unknown> }
  | { op: 'remove'; id: number; rev: number | undefined };

/** Removed rows that are remembered, so that a console that was away learns of them without a snapshot. */
const MAX_TOMBSTONES = 10_000;
/** Moves between partitions remembered per row. */
const MAX_PAST = 8;

/**
 * The rows of one topic and, for each of their fields, the sequence number of its last change. A delta from any
 * cursor is therefore "every field that is newer than the cursor": the memory is bounded by the rows, not by how
 * slow or how long away a console is, and every answer is conflated to the newest values.
 *
 * Changes gather under the number `head + 1` until `seal()` makes them visible (10 times a second).
 */
export class TopicState {
  readonly name: TopicName;
  readonly rows = new Map<number, LiveRow>();
  #entries = new Map<number, Entry>();
  #tombstones = new Map<number, Entry>();
  #recent = new RecencyList();
  /** Position of each field name in `Entry.at`. */
  #fields = new Map<string, number>([['id', 0]]);
  #head = 0;
  #dirty = false;
  /** Cursors below this cannot be served a delta. */
  #floor = 0;
  #start: string;
  /** What was encoded since the last seal, by scope and cursor: shared by all consoles that stand alike. */
  #encoded = new Map<string, string | null>();
  #ranges = new Map<number, Range[]>();

  constructor(name: TopicName, start: string) {
    this.name = name;
    this.#start = start;
  }

  get head(): number {
    return this.#head;
  }

  /** For the memory test: rows and tombstones held. */
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

  /** Makes the gathered changes visible under a new sequence number. */
  seal(): void {
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#head += 1;
    this.#encoded.clear();
    this.#ranges.clear();
  }

  /** Where a subscriber of this scope stands once it has everything. */
  cursor(scope: Scope): Cursor {
    return { epoch: `${this.#start}:${scopeKey(scope)}`, seq: this.#head };
  }

  /**
   * What a subscriber of `scope` that stands at `from` lacks: the JSON of a `LiveUpdate` without its `{"id":n,`,
   * or null when it lacks nothing. Call after `seal()`.
   */
  encode(scope: Scope, from: Cursor | undefined): string | null {
    const { epoch, seq } = this.cursor(scope);
    const resumable =
      from !== undefined && from.epoch === epoch && from.seq >= this.#floor && from.seq <= seq;
    if (resumable && from.seq === seq) return null;
    const key = resumable ? `${epoch}/${from.seq}` : epoch;
    let text = this.#encoded.get(key);
    if (text === undefined) {
      const stand = `"epoch":${JSON.stringify(epoch)},"seq":${seq}`;
      text = resumable
        ? `"kind":"delta",${stand},${this.#delta(scope, from.seq)}}`
        : `"kind":"snapshot",${stand},"rows":[${this.#visible(scope)}]}`;
      this.#encoded.set(key, text);
    }
    return text;
  }

  /** The answer to a new subscription that missed nothing, in the same form. */
  encodeNothing(scope: Scope): string {
    const { epoch, seq } = this.cursor(scope);
    return `"kind":"delta","epoch":${JSON.stringify(epoch)},"seq":${seq},"set":[],"gone":[]}`;
  }

  #visible(scope: Scope): string {
    const rows: string[] = [];
    for (const row of this.rows.values()) if (inScope(scope, row.org)) rows.push(JSON.stringify(row));
    return rows.join();
  }

  #delta(scope: Scope, from: number): string {
    const set: string[] = [];
    const gone: number[] = [];
    for (const range of this.#range(from)) {
      const { entry, before, moved } = range;
      const was = before !== undefined && inScope(scope, before);
      if (entry.row !== null && inScope(scope, entry.row.org)) {
        const whole = !was || moved;
        if (whole) range.whole ??= JSON.stringify(entry.row);
        else range.part ??= this.#part(entry, from);
        set.push((whole ? range.whole : range.part) as string);
      } else if (was) gone.push(entry.id);
    }
    return `"set":[${set.join()}],"gone":[${gone.join()}]`;
  }

  /** Rows that changed after `from`, shared by every scope. */
  #range(from: number): Range[] {
    let range = this.#ranges.get(from);
    if (range === undefined) {
      range = [];
      for (let entry = this.#recent.last; entry !== null && entry.seq > from; entry = entry.prev) {
        const past = entry.past.find((p) => p.until > from);
        const before = past === undefined ? entry.row?.org : past.org;
        range.push({ entry, before, moved: past !== undefined, part: undefined, whole: undefined });
      }
      this.#ranges.set(from, range);
    }
    return range;
  }

  #part(entry: Entry, from: number): string {
    const row = entry.row as unknown as Record<string, unknown>;
    const part: Record<string, unknown> = { id: entry.id };
    for (const field of Object.keys(row)) {
      if ((entry.at[this.#fields.get(field) ?? 0] ?? 0) > from) part[field] = row[field];
    }
    return JSON.stringify(part);
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
    this.#floor = Math.max(this.#floor, oldest.seq);
  }

  #fieldIndex(field: string): number {
    const known = this.#fields.get(field);
    if (known !== undefined) return known;
    this.#fields.set(field, this.#fields.size);
    return this.#fields.size - 1;
  }

  /** The entry changes under the next number. */
  #touch(entry: Entry): void {
    this.#dirty = true;
    if (entry.seq === this.#head + 1) return;
    entry.seq = this.#head + 1;
    this.#recent.moveToEnd(entry);
  }

  /** Remembers the partition (undefined: no such row) that the entry is about to leave. */
  #leave(entry: Entry): void {
    if (entry.past.at(-1)?.until === entry.seq) return;
    entry.past.push({ until: entry.seq, org: entry.row?.org });
    if (entry.past.length <= MAX_PAST) return;
    this.#floor = Math.max(this.#floor, entry.past.shift()?.until ?? 0);
  }
}

interface Range {
  entry: Entry;
  /** Partition at the cursor; undefined: the row was not there. */
  before: Org | undefined;
  /** Moved, removed or created since the cursor: fields alone do not describe it. */
  moved: boolean;
  part: string | undefined;
  whole: string | undefined;
}

function same(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && a !== null && isDeepStrictEqual(a, b));
}
