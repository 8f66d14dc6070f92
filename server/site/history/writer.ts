import { MINUTES_KEPT_S } from '../../../contract/entities/site/history.ts';
import type { Db } from '../../platform/db/client.ts';
import { isReadOnly } from '../../platform/db/queryErrors.ts';
import { createSlices } from '../../platform/process/slices.ts';
import * as repository from './history.repository.ts';
import { type Block, pack, type Subject, subjects, unpack } from './packing.ts';
import { Sums } from './sums.ts';

/**
 * Number of minutes that wait for a database that is away. A longer outage leaves a gap: history is worth no more
 * memory than this.
 */
const WAITING = 30;

export interface HistoryWriter {
  /**
   * Stores the rows of a minute, and hours that are over in the current minute. Never rejects: a failure is logged, and
   * tried again with the next minute.
   */
  write(blocks: Block[], current: number): Promise<void>;
}

/** Creates the writer of the history: one statement a minute, and one an hour. */
export function createHistoryWriter(deps: {
  db: Db;
  log: { error(details: object, message: string): void };
  /** Called for each refused write. */
  retried(): void;
}): HistoryWriter {
  const { db, log, retried } = deps;
  let waiting: Block[][] = [];
  /** Last hour that was made from its minutes. */
  let madeHour: number | null = null;

  /** Makes every hour before this one from its minutes, also those of an earlier process. */
  async function makeHours(hour: number): Promise<void> {
    if (madeHour === hour - 1) return;
    const kept = hour * 60 - MINUTES_KEPT_S / 60;
    const last = madeHour ?? (await repository.lastHour(db));
    const first = await repository.firstMinute(db, last === null ? kept : Math.max(kept, (last + 1) * 60));
    for (let one = first === null ? hour : Math.floor(first / 60); one < hour; one++)
      await repository.store(db, 3600, await summedUp(one, await repository.minutesOf(db, one)));
    madeHour = hour - 1;
  }

  return {
    async write(blocks, current) {
      waiting = [...waiting, blocks].slice(-WAITING);
      try {
        for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
          await repository.store(db, 60, first);
          waiting = waiting.slice(1);
        }
        await makeHours(Math.floor(current / 60));
      } catch (error) {
        // A snapshot that stands in for the database refuses to be written.
        if (isReadOnly(error)) return;
        retried();
        log.error({ err: error }, 'a minute of the history could not be written; it is tried again');
      }
    },
  };
}

/** Adds up the minutes of an hour. */
async function summedUp(hour: number, minutes: readonly Block[]): Promise<Block[]> {
  const nextSlice = createSlices();
  const add = async (subject: Subject) => {
    const sums = new Map<number, Sums>();
    for (const row of minutes) {
      if (row.subject !== subject.code) continue;
      await nextSlice();
      for (const [id, record] of unpack(subject, row)) {
        const held = sums.get(id) ?? new Sums();
        sums.set(id, held);
        held.addRecord(record);
      }
    }
    return pack(
      subject,
      hour,
      [...sums].map(([id, one]) => [id, one.record()] as const),
    );
  };
  return [...(await add(subjects.zone)), ...(await add(subjects.broadcast))];
}
