import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../client.ts';
import { type Manifest, snapshotFiles } from './files.ts';
import { readTables } from './rows.ts';
import { givenUp, keptTables, rightsTables } from './tables.ts';

/** Changes within this time are written together, ms; and it is written for a part of the time at most. */
const GATHER_MS = 250;
const PACE = 4;
/** Time after which a failed write is tried again, ms. */
const AGAIN_MS = 2_000;
/** Nobody waits longer for an answer: the snapshot gives up what was changed; ms. */
const PATIENCE_MS = 3_000;

/** Keeps a snapshot of what a start without the database needs in the data folder, as the database has it. */
export interface SnapshotKeeper {
  /** These tables were written. */
  touched(tables: Iterable<string>): void;
  /** A change was committed that may have taken a right, and is not in the snapshot yet. */
  isBehind(): boolean;
  /**
   * Resolves when the snapshot has all rights as they are now, or can grant none of what was changed.
   * @throws Error where the disk takes neither
   */
  settled(): Promise<void>;
  /** Writes what was changed so far; false: it could not be written. */
  renewed(): Promise<boolean>;
  /** When its rows were read, epoch ms; null: there is none. */
  at(): number | null;
  /** Why it could not be written last; null: it was. */
  failure(): unknown;
  /** Writes what is left. */
  close(): Promise<void>;
}

export interface KeeperDeps {
  db: Db;
  dataDir: string;
  identity: string;
  migrations: readonly number[];
  log: { warn(details: object, message: string): void };
  /** The snapshot stands in for the database now: it stays as it is. */
  isPaused?: () => boolean;
  /** Hears after each attempt whether it was written. */
  attempted?: (failure: unknown) => void;
  now?: () => number;
}

export function createSnapshotKeeper(deps: KeeperDeps): SnapshotKeeper {
  const { db, dataDir, log, isPaused = () => false, now = Date.now } = deps;
  const files = snapshotFiles(dataDir);
  const dirty = new Set<string>(Object.keys(keptTables));
  /** Changes of rights are counted; up to `kept` they are in the snapshot, or it cannot grant what they took. */
  let [changes, kept] = [1, 0];
  let at: number | null = null;
  let failure: unknown = null;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** How long it took last, ms. */
  let took = 0;
  const pause = () => Math.max(GATHER_MS, PACE * took);

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
    try {
      await files.renew(of, await readTables(db, names));
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
  /** One after the other; what is asked for meanwhile begins anew. */
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
  /** Of what was changed the snapshot is to grant nothing. */
  async function giveUp(upTo: number): Promise<void> {
    const names = givenUp(dirty);
    await files.giveUp(made(), names);
    for (const name of names) dirty.add(name);
    kept = Math.max(kept, upTo);
    later(AGAIN_MS);
  }

  later(0);
  return {
    touched(tables) {
      const before = dirty.size;
      let isRight = false;
      for (const name of tables) {
        if (!(name in keptTables)) continue;
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
      const end = delay(PATIENCE_MS, 'late' as const, { signal: late.signal }).catch(() => 'late' as const);
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
      if (dirty.size > 0) await work();
    },
  };
}
