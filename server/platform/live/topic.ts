import type { Cursor, LiveRow, TopicName } from '../../../contract/api/live.ts';
import type { Entry } from './recency.ts';
import { type LiveChange, RowLog } from './rowLog.ts';
import { inScope, type Org, type Scope, scopeKey } from './scope.ts';
import { withhold } from './withhold.ts';

/** Encodings cached between two changes; limits memory when consoles ask from many different cursors. */
const MAX_ENCODED = 32;

/**
 * Maps the fields of a row (all, or the changed ones) to those that a scope sees. For rows that aggregate
 * several zones, where the aggregate depends on the reader.
 */
export type View = (fields: Record<string, unknown>, scope: Scope) => Record<string, unknown>;

/** Fields that a reader does not get (contract/api/permissions.ts: `fieldPermissions`). */
type Withheld = ReadonlySet<string>;
const nothing: Withheld = new Set();

/** State of one topic for subscribers: encodes what a subscriber of a scope lacks since its cursor. */
export class TopicState {
  readonly name: TopicName;
  #log = new RowLog();
  #start: string;
  /**
   * Encodings since the last seal, by scope and cursor: shared by all consoles with an equal scope and
   * cursor.
   */
  #encoded = new Map<string, string>();
  #ranges = new Map<number, Range[]>();
  /** Fields of a row that a scope sees; undefined: all of them. */
  view: View | undefined;

  /** @param start part of every epoch, so that no subscription resumes across a restart of the server */
  constructor(name: TopicName, start: string) {
    this.name = name;
    this.#start = start;
  }

  get rows(): ReadonlyMap<number, LiveRow> {
    return this.#log.rows;
  }

  /** Rows and removed rows held, for the test of bounded memory. */
  get size(): number {
    return this.#log.size;
  }

  apply(change: LiveChange): void {
    this.#log.apply(change);
  }

  /** Makes the changes since the last call visible under a new sequence number (10 times a second). */
  seal(): void {
    if (this.#log.seal()) this.#forget();
  }

  #forget(): void {
    this.#encoded.clear();
    this.#ranges.clear();
  }

  /** Cursor of a subscriber that is up to date. @param withheld fields that it does not get */
  cursor(scope: Scope, withheld: Withheld = nothing): Cursor {
    const without = withheld.size === 0 ? '' : `-${[...withheld].join('-')}`;
    return { epoch: `${this.#start}:${scopeKey(scope)}${without}`, seq: this.#log.head };
  }

  /**
   * Encodes what a subscriber of `scope` lacks since `from`: the JSON of a `LiveUpdate` without its
   * `{"id":n,`, or null when it lacks nothing. Call after `seal()`.
   */
  encode(scope: Scope, from: Cursor | undefined, withheld: Withheld = nothing): string | null {
    const { epoch, seq } = this.cursor(scope, withheld);
    const resumable =
      from !== undefined && from.epoch === epoch && from.seq >= this.#log.floor && from.seq <= seq;
    if (resumable && from.seq === seq) return null;
    const key = resumable ? `${epoch}/${from.seq}` : epoch;
    let text = this.#encoded.get(key);
    if (text === undefined) {
      const position = `"epoch":${JSON.stringify(epoch)},"seq":${seq}`;
      text = resumable
        ? `"kind":"delta",${position},${this.#delta(scope, from.seq, withheld)}}`
        : `"kind":"snapshot",${position},"rows":[${this.#visible(scope, withheld)}]}`;
      if (this.#encoded.size >= MAX_ENCODED) this.#forget();
      this.#encoded.set(key, text);
    }
    return text;
  }

  /** Encodes the answer to a new subscription that missed nothing, in the same form. */
  encodeNothing(scope: Scope, withheld: Withheld = nothing): string {
    const { epoch, seq } = this.cursor(scope, withheld);
    return `"kind":"delta","epoch":${JSON.stringify(epoch)},"seq":${seq},"set":[],"gone":[]}`;
  }

  #visible(scope: Scope, withheld: Withheld): string {
    const rows: string[] = [];
    for (const row of this.#log.rows.values()) {
      if (!inScope(scope, row.org)) continue;
      const seen = this.view?.({ ...row }, scope) ?? row;
      rows.push(JSON.stringify(withheld.size === 0 ? seen : withhold(seen, withheld)));
    }
    return rows.join();
  }

  #delta(scope: Scope, from: number, withheld: Withheld): string {
    const set: string[] = [];
    const gone: number[] = [];
    for (const range of this.#range(from)) {
      const { entry, before, moved } = range;
      const was = before !== undefined && inScope(scope, before);
      if (entry.row !== null && inScope(scope, entry.row.org)) {
        const whole = !was || moved;
        if (this.view !== undefined || withheld.size > 0) {
          const fields = whole ? { ...entry.row } : this.#log.fieldsSince(entry, from);
          set.push(JSON.stringify(withhold(this.view?.(fields, scope) ?? fields, withheld)));
          continue;
        }
        if (whole) range.whole ??= JSON.stringify(entry.row);
        else range.part ??= JSON.stringify(this.#log.fieldsSince(entry, from));
        set.push((whole ? range.whole : range.part) as string);
      } else if (was) gone.push(entry.id);
    }
    return `"set":[${set.join()}],"gone":[${gone.join()}]`;
  }

  /** Rows that changed after `from`, shared by all scopes. */
  #range(from: number): Range[] {
    let range = this.#ranges.get(from);
    if (range === undefined) {
      range = [];
      for (const entry of this.#log.since(from)) {
        const past = entry.past.find((p) => p.until > from);
        const before = past === undefined ? entry.row?.org : past.org;
        range.push({ entry, before, moved: past !== undefined, part: undefined, whole: undefined });
      }
      this.#ranges.set(from, range);
    }
    return range;
  }
}

interface Range {
  entry: Entry;
  /** Partition at the cursor; undefined: the row did not exist. */
  before: Org | undefined;
  /** Moved, removed or created since the cursor: fields alone do not describe it. */
  moved: boolean;
  part: string | undefined;
  whole: string | undefined;
}
