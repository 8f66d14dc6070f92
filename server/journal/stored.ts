import type { Db, DbOrTx } from '../db/client.ts';
import type { StoredInputs } from '../emergency/machine/inputs.ts';
import * as settings from '../system/setting.repository.ts';
import type { Subject } from './part.ts';

/** The setting that keeps which inputs were active when last heard of, by terminal. */
export const INPUTS_KEY = 'alarm_inputs';
/** The setting that keeps `Stored`; written in the transaction of what it tells of. */
const STORED_KEY = 'alarm_journal';

/** Lines of the journal that are in the database: all up to a number, and those of single subjects up to another. */
export interface Stored {
  all: number;
  single: { [of in Subject]?: number };
}

export async function storedInputs(db: Db): Promise<StoredInputs> {
  return ((await settings.get(db, INPUTS_KEY)) ?? {}) as StoredInputs;
}

export async function storedLines(db: DbOrTx): Promise<Stored> {
  const found = (await settings.get(db, STORED_KEY)) as Partial<Stored> | undefined | null;
  return { all: found?.all ?? 0, single: found?.single ?? {} };
}

export function putStored(tx: DbOrTx, stored: Stored): Promise<void> {
  return settings.put(tx, STORED_KEY, stored);
}
