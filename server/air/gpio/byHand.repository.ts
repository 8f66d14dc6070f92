import { eq } from 'drizzle-orm';
import type { DbOrTx } from '../../platform/db/client.ts';
import { gpioTask } from './gpioTask.table.ts';

/** Start or stop of a GPIO task by hand. */
export interface ByHand {
  id: number;
  /** Name of the person who has started it; null: stopped. */
  name: string | null;
}

/** Stores a start or stop by hand; the revision of the task does not change. A task that is gone is left out. */
export async function setByHand(tx: DbOrTx, { id, name }: ByHand): Promise<void> {
  await tx.update(gpioTask).set({ by_hand: name }).where(eq(gpioTask.id, id));
}
