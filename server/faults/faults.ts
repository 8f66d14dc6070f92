import { isDeepStrictEqual } from 'node:util';
import type { Fault, FaultKind } from '../../contract/entities/fault.ts';
import type { Db } from '../db/client.ts';
import type { Topic } from '../live/hub.ts';
import * as repository from './fault.repository.ts';
import { faultKey, type MarkListener, OpenFaults } from './openFaults.ts';

const RETRY_MS = 2_000;

export interface NewFault {
  kind: FaultKind;
  /** What it is about: one fault is open per kind and subject. */
  subject: string;
  terminal_id?: number | null;
  /** Zone by whose rights it is seen; null: by everybody with the key. */
  org?: number | null;
  params?: Record<string, string | number>;
}

/**
 * The faults of the site (design 8): `new → acknowledged → resolved`. Code says what is wrong now, as often as it
 * likes; what is stored follows in the background, in batches, so that a whole site that goes dark is a few
 * statements. Open faults are in memory and on the live topic `fault`.
 */
export interface Faults {
  /** Something is wrong. Said again, it changes nothing but parameters and zone. */
  open(fault: NewFault): void;
  /** It is no longer; unknown ones are ignored. */
  resolve(kind: FaultKind, subject: string): void;
  allOpen(): Fault[];
  openOf(terminalId: number): Fault[];
  /** The terminal was removed, and its faults with it. */
  terminalRemoved(terminalId: number): void;
  /** Rows that were changed elsewhere (acknowledged), after the commit. */
  changed(rows: readonly Fault[]): void;
  /** Hears of the worst open fault of each terminal, now and whenever it changes. */
  onTerminal(listener: MarkListener): () => void;
  /** Resolves once everything said so far is stored. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The part of `Faults` that who watches for something needs. */
export type FaultSink = Pick<Faults, 'open' | 'resolve' | 'allOpen'>;

/** By key: the fault that is wished for, or null for none. */
type Wishes = Map<string, repository.FaultSpec | null>;

export async function createFaults(deps: {
  db: Db;
  topic: Topic<Fault>;
  log: { error(details: object, message: string): void };
}): Promise<Faults> {
  const { db } = deps;
  const held = new OpenFaults(deps.topic, await repository.open(db));
  let wishes: Wishes = new Map();
  let writing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function store(batch: Wishes): Promise<void> {
    const specs: repository.FaultSpec[] = [];
    const ended: number[] = [];
    for (const [key, spec] of batch) {
      const row = held.get(key);
      if (spec === null) ended.push(...(row === undefined ? [] : [row.id]));
      else if (row === undefined || !isSame(row, spec)) specs.push(spec);
    }
    const opened = specs.length === 0 ? [] : await repository.openMany(db, specs);
    if (ended.length > 0) await repository.resolveMany(db, ended);
    const touched = [...opened, ...ended];
    if (touched.length > 0) for (const row of await repository.byIds(db, touched)) held.take(row);
  }

  function write(): void {
    if (writing !== undefined || retry !== undefined || wishes.size === 0) return;
    const batch = wishes;
    wishes = new Map();
    writing = store(batch)
      .catch((error) => {
        deps.log.error({ err: error }, 'faults could not be stored; it is tried again');
        for (const [key, spec] of batch) if (!wishes.has(key)) wishes.set(key, spec);
        retry = setTimeout(() => {
          retry = undefined;
          write();
        }, RETRY_MS);
      })
      .finally(() => {
        writing = undefined;
        write();
      });
  }

  function wish(key: string, spec: repository.FaultSpec | null): void {
    if (closed) return;
    wishes.set(key, spec);
    // Not at once: what is said in one go becomes one statement.
    if (wishes.size === 1) setImmediate(write);
  }

  return {
    open({ kind, subject, terminal_id = null, org = null, params = {} }) {
      const key = faultKey(kind, subject);
      const spec = { kind, subject, terminal_id, org, params };
      const row = held.get(key);
      const settled = writing === undefined && !wishes.has(key);
      if (!settled || row === undefined || !isSame(row, spec)) wish(key, spec);
    },
    resolve(kind, subject) {
      const key = faultKey(kind, subject);
      const settled = writing === undefined && !wishes.has(key);
      if (!settled || held.get(key) !== undefined) wish(key, null);
    },
    allOpen: () => held.all(),
    openOf: (id) => held.ofTerminal(id),
    terminalRemoved(id) {
      for (const [key, spec] of wishes) if (spec?.terminal_id === id) wishes.delete(key);
      held.dropTerminal(id);
      // What is being written just now may still bring one back into memory.
      void writing?.then(() => held.dropTerminal(id));
    },
    changed(rows) {
      for (const row of rows) held.take(row);
    },
    onTerminal: (listener) => held.onMark(listener),
    async settled() {
      while (wishes.size > 0 || writing !== undefined) {
        write();
        await (writing ?? new Promise((resolve) => setTimeout(resolve, 10)));
      }
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      retry = undefined;
      write();
      await writing;
      clearTimeout(retry);
    },
  };
}

function isSame(row: Fault, spec: repository.FaultSpec): boolean {
  return row.org === spec.org && isDeepStrictEqual(row.params, spec.params);
}
