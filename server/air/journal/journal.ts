import type { Audit } from '../../platform/audit/audit.ts';
import * as settings from '../../platform/config/setting.repository.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { journalMark, outsideRequest } from '../../platform/db/requestWrites.ts';
import type { AnsweredRun } from '../../platform/idempotency/key.repository.ts';
import type { StoredInputs } from '../emergency/machine/fireInputs.ts';
import type { JournalFile } from './journalFile.ts';
import type { JournalReplica } from './journalReplica.ts';
import { mergeWrites, noWrites, type PendingWrites, storeWrites, writeOrder } from './pendingWrites.ts';
import { INPUTS_KEY, putStored, type Stored } from './stored.ts';
import type { Subject } from './subject.ts';

const RETRY_MS = 500;
/** Time after which a write counts as slow, so that the file must hold it, ms. */
const TIMEOUT_MS = 2_000;
/** Time after which nothing waits any longer for the database or the file, as with a full disk, ms. */
const GIVE_UP_MS = 4_000;

/**
 * Stores alarms, live speech and ends by hand without making them wait. Writes that the database refuses stay
 * in memory and in a file and are repeated until they are stored; a subject that cannot be stored does not
 * block others.
 */
export interface Journal {
  /** Adds a state or an event; the object must not be changed afterwards. */
  add(of: Subject, part: Partial<PendingWrites>): void;
  inputs(active: StoredInputs): void;
  /** Resolves when everything added for a subject so far is in the database. */
  stored(of: Subject): Promise<void>;
  /**
   * Resolves when the writes of a subject outlive the process and its machine: in the database, or in the file while
   * the database is away or slow, and at the standby server, if one is connected; after `GIVE_UP_MS` in any case, since
   * the action has happened and its writes are repeated until stored.
   *
   * @param also waited for like the database
   */
  safe(of: Subject, also?: Promise<unknown>): Promise<void>;
  /** Number of lines that are not known to be in the database. */
  waiting(): number;
  /** Resolves after one last attempt to store everything. */
  close(): Promise<void>;
}

export interface JournalDeps {
  db: Db;
  audit: Audit;
  file: JournalFile;
  /** Copy of the lines at the standby server. */
  replica: Pick<JournalReplica, 'add' | 'stored' | 'safe'>;
  /** Lines that are stored already: numbering continues from there. */
  stored: Stored;
  /**
   * Resolves true once the snapshot includes what is in the database now, or none is kept; the file is kept until then.
   */
  kept: () => Promise<boolean>;
  /** Called each time the database refuses a write. */
  retried: () => void;
  log: { error(details: object, message: string): void };
}

/** Writes of one subject that wait for the database. */
interface Pending {
  part: PendingWrites;
  /** Number of its last line. */
  seq: number;
  waiting: (() => void)[];
}

export function createJournal(given: JournalDeps): Journal {
  const { db, audit, file, replica, stored: before, log, ...deps } = given;
  const { retried } = deps;
  const stored: Stored = { all: before.all, single: {} };
  let seq = before.all;
  let pending = new Map<Subject, Pending>();
  let inputs: StoredInputs | null = null;
  let writing: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let isClearing = false;
  /** True after the last write was refused; and callbacks for refusals. */
  let refused = false;
  const onRefusal = new Set<() => void>();

  /** Adds the idempotency key of the request, if this is the request's first write. */
  function withKey(of: Subject, part: Partial<PendingWrites>): Partial<PendingWrites> {
    const mark = journalMark();
    if (mark === null || mark.of !== null) return part;
    mark.of = of;
    return { ...part, keys: [mark.key as AnsweredRun, ...(part.keys ?? [])] };
  }

  function add(of: Subject, plain: Partial<PendingWrites>): void {
    const part = withKey(of, plain);
    let own = pending.get(of);
    if (own === undefined) {
      own = { part: noWrites(), seq: 0, waiting: [] };
      pending.set(of, own);
      soon();
    }
    own.seq = ++seq;
    mergeWrites(own.part, part);
    replica.add(seq, file.add({ seq, of, part }));
  }

  /** Puts back writes that could not be stored, before later ones. */
  function putBack(of: Subject, old: Pending): void {
    const newer = pending.get(of);
    if (newer !== undefined) {
      mergeWrites(old.part, newer.part);
      old.seq = newer.seq;
      old.waiting.push(...newer.waiting);
    }
    pending.set(of, old);
  }

  const isAllStored = () => pending.size === 0 && inputs === null && stored.all === seq;
  /** Empties the file once the snapshot has its rows: a start without the database may need them. */
  async function clear(): Promise<void> {
    if (isClearing) return;
    isClearing = true;
    for (let upTo = -1; isAllStored() && upTo !== seq; ) {
      upTo = seq;
      if (!(await deps.kept()) || closed) break;
      if (isAllStored() && upTo === seq) file.clear();
    }
    isClearing = false;
  }

  async function write(): Promise<void> {
    const batch = writeOrder(pending);
    const known = inputs;
    const all = seq;
    pending = new Map();
    inputs = null;
    const put = async (tx: Tx) => {
      if (known !== null) await settings.put(tx, INPUTS_KEY, known);
      await putStored(tx, { all, single: {} });
    };
    const done = (waiting: (() => void)[]) => {
      for (const resolve of waiting) resolve();
    };
    const whole = () => {
      refused = false;
      Object.assign(stored, { all, single: {} });
      replica.stored(all);
      void clear();
    };
    try {
      await db.transaction(async (tx) => {
        for (const [of, one] of batch) await storeWrites(tx, audit, of, one.part);
        await put(tx);
      });
      for (const [, { waiting }] of batch) done(waiting);
      return whole();
    } catch (error) {
      log.error({ err: error }, 'alarms or speech could not be stored; it is retried');
    }
    refused = true;
    retried();
    for (const heard of onRefusal) heard();
    let failed = false;
    for (const [of, one] of batch) {
      try {
        const single = { ...stored.single, [of]: one.seq };
        await db.transaction(async (tx) => {
          await storeWrites(tx, audit, of, one.part);
          await putStored(tx, { ...stored, single });
        });
        stored.single = single;
        done(one.waiting);
      } catch {
        failed = true;
        putBack(of, one);
      }
    }
    // Inputs last: what they started must be stored before they count as seen.
    if (!failed)
      await db.transaction(put).then(whole, () => {
        failed = true;
      });
    if (failed) inputs ??= known;
    if (failed && !closed) retry = setTimeout(again, RETRY_MS);
  }
  function again(): void {
    retry = undefined;
    start();
  }
  function start(): void {
    if (writing !== null || retry !== undefined || (pending.size === 0 && inputs === null)) return;
    writing = write().finally(() => {
      writing = null;
      if (!closed) start();
    });
  }
  /** Deferred: writes of one turn of the event loop become one transaction. */
  function soon(): void {
    if (!closed) setImmediate(() => outsideRequest(start));
  }
  async function storedOf(of: Subject): Promise<void> {
    const wait = (own: Pending) => new Promise<void>((resolve) => own.waiting.push(resolve));
    const own = pending.get(of);
    if (own !== undefined) return wait(own);
    // Stored already, or in the batch being written, which may be refused and put back.
    await writing;
    const back = pending.get(of);
    if (back !== undefined) await wait(back);
  }

  return {
    add,
    inputs(active) {
      inputs = active;
      seq += 1;
      replica.add(seq, file.add({ seq, of: null, inputs: active }));
      soon();
    },
    stored: storedOf,
    waiting: () => seq - stored.all,
    async safe(of, also = Promise.resolve()) {
      const late = Promise.withResolvers<void>();
      const never = Promise.withResolvers<void>();
      const timers = [setTimeout(late.resolve, TIMEOUT_MS), setTimeout(never.resolve, GIVE_UP_MS)];
      onRefusal.add(late.resolve);
      if (refused) late.resolve();
      const all = Promise.all([storedOf(of), also]);
      const here = Promise.race([all, late.promise.then(() => file.safe())]);
      await Promise.race([Promise.all([here, replica.safe()]), never.promise]);
      for (const timer of timers) clearTimeout(timer);
      onRefusal.delete(late.resolve);
    },
    async close() {
      clearTimeout(retry);
      retry = undefined;
      await writing;
      closed = true;
      clearTimeout(retry);
      if (pending.size > 0 || inputs !== null) await write();
      await file.close();
    },
  };
}
