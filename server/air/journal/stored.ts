import * as settings from '../../platform/config/setting.repository.ts';
import type { Db, DbOrTx } from '../../platform/db/client.ts';
import type { StoredInputs } from '../emergency/machine/fireInputs.ts';
import type { Subject } from './subject.ts';

/** Key of the setting with the last reported active inputs, by terminal. */
export const INPUTS_KEY = 'alarm_inputs';
/** Key of the setting with `Stored`, written in the same transaction as the lines it counts. */
const STORED_KEY = 'alarm_journal';

/** Journal lines that are in the database: all up to a number, and those of single subjects up to another. */
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
