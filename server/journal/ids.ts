import { randomUUID } from 'node:crypto';
import type { Db } from '../db/client.ts';
import type { HeldIds, IdFile } from './idFile.ts';
import * as repository from './ids.repository.ts';
import { type HeldBlocks, IdRange, type IdTable, idTables } from './range.ts';

/** Ids of the first block that a data folder gets. Small: a folder that is lost with each start takes one each time. */
const FIRST_BLOCK = 100_000;
/** Ids of the blocks after it, which a folder gets that has outlived a start. */
const BLOCK = 1_000_000;
/** Ids are noted as used so many at a time, and from the half of them on: a server that is killed leaves the rest out. */
const STEP = 2_000;
/** Wait before a write that the database or the disk refused is tried again, ms. */
const RETRY_MS = 5_000;

/**
 * Ids of rows that are not stored yet: a sound begins under the id that its row will have, also while the database is
 * away. They come from blocks that the database has given to this server, and are kept in a file of the data folder.
 */
export interface Ids {
  /** The next id, at once and always. */
  next(table: IdTable): number;
  /** Has the blocks of the database that has come, where the server has begun without it. */
  joined(): Promise<void>;
  /** Notes how far they were used. */
  close(): Promise<void>;
}

export interface IdsDeps {
  db: Db;
  file: IdFile;
  /** The greatest ids that are known to be used beside those of the database; absent: none. */
  known?: Partial<Record<IdTable, number>>;
  /** The database is away, and what is read is its snapshot: no block can be taken yet. */
  isAway?: boolean;
  log: { warn(details: object, message: string): void };
}

/** Ids from where they were left. A file that says less than was used, or of another database, counts for nothing. */
export async function createIds({ db, file, known = {}, isAway = false, log }: IdsDeps): Promise<Ids> {
  const refilling = new Set<IdTable>();
  const timers = new Set<NodeJS.Timeout>();
  let [isNoting, isChanged, closed] = [false, false, false];
  let noting = Promise.resolve();

  async function fromFile(table: IdTable, held: HeldBlocks | undefined): Promise<IdRange | null> {
    if (held === undefined || !(await repository.knowsBlocks(db, table, held.blocks))) return null;
    const stored = await repository.greatestStored(db, table, held.blocks);
    const isWithin = (id: number) => held.blocks.some(({ first, last }) => id >= first && id <= last);
    const others = known[table] ?? 0;
    // The mark could not be written then, and nobody knows how far they were used.
    if (Math.max(stored, isWithin(others) ? others : 0) > held.mark) return null;
    const range = new IdRange(held);
    if (range.left < BLOCK / 2 && !isAway) range.add(await repository.takeBlock(db, table, BLOCK));
    return range;
  }
  /** Numbers that the database gives to whoever asks next: this server, once they are joined. */
  async function behindAll(table: IdTable): Promise<IdRange> {
    const mark = Math.max(await repository.lastGiven(db, table), known[table] ?? 0);
    const block = { token: randomUUID(), first: mark + 1, last: mark + FIRST_BLOCK };
    return new IdRange({ blocks: [block], mark });
  }
  async function begun(table: IdTable): Promise<IdRange> {
    const kept = await fromFile(table, file.held[table]);
    if (kept !== null) return kept;
    if (isAway) return behindAll(table);
    const block = await repository.takeBlock(db, table, FIRST_BLOCK);
    return new IdRange({ blocks: [block], mark: block.first - 1 });
  }
  const ranges = { alarm: await begun('alarm'), broadcast: await begun('broadcast') };
  const marks = { alarm: ranges.alarm.used + STEP, broadcast: ranges.broadcast.used + STEP };

  function later(work: () => void): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, RETRY_MS).unref();
    timers.add(timer);
  }
  function state(): HeldIds {
    return Object.fromEntries(
      idTables.map((table) => [table, { blocks: ranges[table].blocks, mark: marks[table] }]),
    );
  }
  async function write(): Promise<void> {
    isNoting = true;
    try {
      while (isChanged) {
        isChanged = false;
        await file.write(state());
      }
    } catch (err) {
      log.warn({ err }, 'how far ids are used could not be noted; it is tried again');
      later(note);
    } finally {
      isNoting = false;
    }
  }
  function note(): void {
    isChanged = true;
    if (!isNoting) noting = write();
  }
  function refill(table: IdTable): void {
    if (refilling.has(table) || closed) return;
    refilling.add(table);
    repository.takeBlock(db, table, BLOCK).then(
      (block) => {
        refilling.delete(table);
        ranges[table].add(block);
        note();
      },
      // Asked for again when more are needed, in a while.
      () => later(() => void refilling.delete(table)),
    );
  }

  note();
  await noting;
  return {
    next(table) {
      const range = ranges[table];
      const id = range.next();
      if (id > marks[table] - STEP / 2) {
        marks[table] = id + STEP;
        note();
      }
      if (range.isShort) refill(table);
      return id;
    },
    async joined() {
      for (const table of idTables) {
        if (await repository.knowsBlocks(db, table, ranges[table].blocks)) continue;
        ranges[table].replace(await repository.takeBlock(db, table, FIRST_BLOCK));
      }
      note();
      await noting;
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await noting;
      for (const table of idTables) marks[table] = ranges[table].used;
      note();
      await noting;
      await file.close();
    },
  };
}
