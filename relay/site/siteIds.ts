import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { IdTable } from '../../server/air/journal/range.ts';
import { writeDurablySync } from '../../server/platform/dataFolder/writeDurably.ts';
import type { RelayIds } from '../../server/site/relays/relay.table.ts';

/** Step in which ids are noted as used, ahead of their use: a relay that is killed skips the rest of a step. */
const STEP = 100;

const marks = z.object({ alarm: z.number().int(), broadcast: z.number().int() });

/** Ids of alarms and broadcasts that begin at this relay, from the ranges that the server has given to it alone. */
export class SiteIds {
  readonly #path: string;
  readonly #ranges: () => RelayIds | null;
  readonly #log: { error(details: object, message: string): void };
  #used: Record<IdTable, number> = { alarm: 0, broadcast: 0 };
  #recorded: Record<IdTable, number>;

  constructor(
    dataDir: string,
    ranges: () => RelayIds | null,
    log: { error(details: object, message: string): void },
  ) {
    this.#log = log;
    this.#path = join(dataDir, 'ids.json');
    this.#ranges = ranges;
    this.#recorded = this.#read();
    this.#used = { ...this.#recorded };
  }

  /** @throws Error without a range, or when it is used up */
  next(table: IdTable): number {
    const range = this.#ranges()?.[table];
    if (range === undefined) throw new Error('the server has given no ids');
    const id = Math.max(this.#used[table] + 1, range[0]);
    if (id > range[1]) throw new Error(`the ids of ${table} are used up`);
    this.#used[table] = id;
    if (id > this.#recorded[table]) {
      this.#recorded = { ...this.#recorded, [table]: id + STEP };
      this.#write();
    }
    return id;
  }

  #write(): void {
    try {
      writeDurablySync(this.#path, JSON.stringify(this.#recorded));
    } catch (err) {
      // An alarm starts all the same; ids are used twice only if the relay also restarts before the line is back.
      this.#log.error({ err }, 'the used ids of the relay cannot be written');
    }
  }

  #read(): Record<IdTable, number> {
    try {
      return marks.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return { alarm: 0, broadcast: 0 };
    }
  }
}
