import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../client.ts';
import { type Manifest, snapshotFiles } from './snapshotFiles.ts';
import { readTables } from './snapshotRows.ts';
import { givenUp, rightsTables, snapshotTables } from './snapshotTables.ts';

/**
 * Time within which changes are written together, ms; factor that limits writing to a part of the time; and
 * amount that changes other than of permissions write in the long run, bytes per ms: a table is written as a
 * whole, and that of 10,000 terminals has 5 MB.
 */
const GATHER_MS = 250;
const PACE = 4;
const BYTES_PER_MS = 500;
/** Time after which volatile columns are written, ms. */
const VOLATILE_MS = 300_000;
/** Delay before a failed write is repeated, ms. */
const AGAIN_MS = 2_000;
/** Longest time that a response waits for the snapshot, ms; then the changed tables are removed from it. */
const TIMEOUT_MS = 3_000;

/** Keeps a snapshot in the data folder of all rows that a start without the database needs. */
export interface SnapshotWriter {
  /** Takes in that these tables were written. @param volatile those of which only volatile columns were */
  touched(tables: Iterable<string>, volatile?: Iterable<string>): void;
  /** True when a committed change that may have removed a permission is not in the snapshot yet. */
  isBehind(): boolean;
  /**
   * Resolves when the snapshot has all permissions as they are now, or cannot grant any that were changed.
   * @throws Error when the disk accepts neither
   */
  settled(): Promise<void>;
  /** Writes all changes so far; false: that failed. */
  renewed(): Promise<boolean>;
  /** Time at which its rows were read, epoch ms; null: no snapshot. */
  at(): number | null;
  /** Error of the last write; null: it succeeded. */
  failure(): unknown;
  /** Writes remaining changes, and ends. */
  close(): Promise<void>;
}

export interface SnapshotWriterDeps {
  db: Db;
  dataDir: string;
  identity: string;
  migrations: readonly number[];
  log: { warn(details: object, message: string): void };
  /** True while the snapshot stands in for the database: it is not written then. */
  isPaused?: () => boolean;
  /** Called after each attempt with its error, or null. */
  attempted?: (failure: unknown) => void;
  now?: () => number;
  /** Shorter time after which volatile columns are written, ms; for tests. */
  volatileMs?: number;
  /** Another longest time that a response waits for the snapshot, ms; for tests. */
  timeoutMs?: number;
}

export function createSnapshotWriter(deps: SnapshotWriterDeps): SnapshotWriter {
  const { db, dataDir, log, isPaused = () => false, now = Date.now } = deps;
  const { volatileMs = VOLATILE_MS, timeoutMs = TIMEOUT_MS } = deps;
  const files = snapshotFiles(dataDir);
  const dirty = new Set<string>(Object.keys(snapshotTables));
  /**
   * Number of changes of permissions; up to number `kept` they are in the snapshot, or it cannot grant what
   * they removed.
   */
  let [changes, kept] = [1, 0];
  let at: number | null = null;
  let failure: unknown = null;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Tables of which only volatile columns have changed. */
  const aging = new Set<string>();
  let aged: NodeJS.Timeout | undefined;
  /** Duration of the last write, ms, and its amount, bytes. */
  let [took, wrote] = [0, 0];
  const pause = () => Math.max(GATHER_MS, PACE * took, wrote / BYTES_PER_MS);

  const made = (): Omit<Manifest, 'tables'> => ({
    identity: deps.identity,
    at: now(),
    migrations: [...deps.migrations],
  });

  async function renew(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isPaused()) return;
    const names = [...dirty];
    const upTo = changes;
    const of = made();
    const began = performance.now();
    dirty.clear();
    for (const name of names) aging.delete(name);
    try {
      wrote = await files.renew(of, () => readTables(db, names));
      kept = Math.max(kept, upTo);
      at = of.at;
      failure = null;
    } catch (error) {
      for (const name of names) dirty.add(name);
      if (failure === null) log.warn({ err: error }, 'the snapshot could not be renewed; it is tried again');
      failure = error;
      later(AGAIN_MS);
    }
    took = performance.now() - began;
    deps.attempted?.(failure);
  }
  /** One write at a time; changes made meanwhile start another one. */
  function work(): Promise<void> {
    working ??= renew().finally(() => {
      working = null;
    });
    return working;
  }
  function later(ms: number): void {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void work().then(() => {
        if (dirty.size > 0 && !isPaused()) later(pause());
      });
    }, ms);
    timer.unref();
  }
  /** Removes the changed tables, so that the snapshot grants nothing outdated. */
  async function giveUp(upTo: number): Promise<void> {
    const names = givenUp(dirty);
    await files.giveUp(made(), names);
    for (const name of names) dirty.add(name);
    kept = Math.max(kept, upTo);
    later(AGAIN_MS);
  }

  /** Counts volatile changes as changes. */
  function ripen(): void {
    clearTimeout(aged);
    aged = undefined;
    for (const name of aging) dirty.add(name);
    aging.clear();
  }
  function age(tables: Iterable<string>): void {
    for (const name of tables) if (name in snapshotTables && !dirty.has(name)) aging.add(name);
    if (aging.size === 0 || closed) return;
    aged ??= setTimeout(() => {
      ripen();
      if (dirty.size > 0) later(pause());
    }, volatileMs).unref();
  }

  later(0);
  return {
    touched(tables, volatile = []) {
      age(volatile);
      const before = dirty.size;
      let isRight = false;
      for (const name of tables) {
        if (!(name in snapshotTables)) continue;
        dirty.add(name);
        isRight ||= rightsTables.has(name);
      }
      if (isRight) changes += 1;
      if (isRight || dirty.size > before) later(pause());
    },
    isBehind: () => kept < changes && !isPaused(),
    async settled() {
      const upTo = changes;
      const late = new AbortController();
      const end = delay(timeoutMs, 'late' as const, { signal: late.signal }).catch(() => 'late' as const);
      while (kept < upTo) {
        const done = work().then(() => (failure === null ? 'done' : 'failed') as 'done' | 'failed');
        if ((await Promise.race([done, end])) === 'done') continue;
        if (kept < upTo) await giveUp(upTo);
      }
      late.abort();
    },
    async renewed() {
      await working;
      if (dirty.size > 0) await delay(pause(), undefined, { ref: false });
      if (dirty.size > 0) await work();
      return failure === null && !isPaused();
    },
    at: () => at,
    failure: () => failure,
    async close() {
      closed = true;
      clearTimeout(timer);
      await working;
      ripen();
      if (dirty.size > 0) await work();
    },
  };
}
