import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/client.ts';
import type { HeldIds, IdFile } from './idFile.ts';
import * as repository from './ids.repository.ts';
import { type HeldBlocks, IdRange, type IdTable, idTables } from './range.ts';

/**
 * Size of the first block of a data folder. Small, because a folder that is lost at each start takes one each
 * time.
 */
const FIRST_BLOCK = 100_000;
/** Size of the following blocks, for a folder that has survived a start. */
const BLOCK = 1_000_000;
/**
 * Step in which ids are noted as used, ahead of their use: a server that is killed skips the rest of a step.
 */
const STEP = 2_000;
/** Delay before a write that the database or the disk refused is repeated, ms. */
const RETRY_MS = 5_000;

/**
 * Ids of rows that are not stored yet: a broadcast starts under the id that its row will have, even while the
 * database is away. They come from blocks that the database has given to this server, kept in a file of the
 * data folder.
 */
export interface Ids {
  /** Returns the next id, at once and without fail. */
  next(table: IdTable): number;
  /** Replaces blocks that the database does not know, once it is joined after a start without it. */
  joined(): Promise<void>;
  /** Notes how far the ids were used. */
  close(): Promise<void>;
}

export interface IdsDeps {
  db: Db;
  file: IdFile;
  /** Greatest used ids known from other sources than the database. */
  known: Partial<Record<IdTable, number>>;
  /** True while the database is away and its snapshot is read: no block can be taken yet. */
  isAway: boolean;
  log: { warn(details: object, message: string): void };
}

/** Creates the ids from the file. A file with a mark below a used id, or of another database, is ignored. */
export async function createIds({ db, file, known, isAway, log }: IdsDeps): Promise<Ids> {
  const refilling = new Set<IdTable>();
  const timers = new Set<NodeJS.Timeout>();
  let [isSaving, isChanged, closed] = [false, false, false];
  let saving = Promise.resolve();

  async function fromFile(table: IdTable, held: HeldBlocks | undefined): Promise<IdRange | null> {
    if (held === undefined || !(await repository.knowsBlocks(db, table, held.blocks))) return null;
    const stored = await repository.greatestStored(db, table, held.blocks);
    const isWithin = (id: number) => held.blocks.some(({ first, last }) => id >= first && id <= last);
    const others = known[table] ?? 0;
    // The mark could not be written at that time, so the used ids are unknown.
    if (Math.max(stored, isWithin(others) ? others : 0) > held.mark) return null;
    const range = new IdRange(held);
    if (range.left < BLOCK / 2 && !isAway) range.add(await repository.takeBlock(db, table, BLOCK));
    return range;
  }
  /** Ids after all known ones, which the database would give next: to this server, once it is joined. */
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
    isSaving = true;
    try {
      while (isChanged) {
        isChanged = false;
        await file.write(state());
      }
    } catch (err) {
      log.warn({ err }, 'the range of used ids could not be stored; it is retried');
      later(note);
    } finally {
      isSaving = false;
    }
  }
  function note(): void {
    isChanged = true;
    if (!isSaving) saving = write();
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
      // Tried again, after a while, when more are needed.
      () => later(() => void refilling.delete(table)),
    );
  }

  note();
  await saving;
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
      await saving;
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await saving;
      for (const table of idTables) marks[table] = ranges[table].used;
      note();
      await saving;
      await file.close();
    },
  };
}
