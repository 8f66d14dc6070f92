import type { Db } from '../../platform/db/client.ts';
import type { OrHeld } from '../../platform/db/orHeld.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import { newRow } from '../broadcast/newRow.ts';
import { type StoredProof, writeProofs } from '../broadcast/proofs.repository.ts';
import { removeAir } from '../journal/air.repository.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import { subjectOf } from '../journal/subject.ts';
import * as repository from './run.repository.ts';

export type RunValues = Omit<Parameters<typeof newRow>[0], 'id'> & { id?: number };

/** Row of a run, and whether the journal stores it: the database did not answer. */
export interface StoredRun {
  row: BroadcastRow;
  inJournal: boolean;
}

/** Stores runs. While the database does not answer, the journal takes them, so that they sound nevertheless. */
export interface RunStore {
  /** Returns null when this task was run for this due time already, or was deleted. */
  put(values: RunValues, terminals: readonly number[], reason?: string | null): Promise<StoredRun | null>;
  /** Removes a prepared run that was cancelled. */
  remove(run: StoredRun): Promise<void>;
  /** Stores why some terminals of a run are left out. */
  leaveOut(run: StoredRun, proofs: readonly StoredProof[]): Promise<void>;
  /** Ends a control task with the outcomes of its terminals. */
  endControl(run: StoredRun, outcomes: readonly repository.ControlOutcome[]): Promise<void>;
}

export interface RunStoreDeps {
  db: Db;
  ids: Pick<Ids, 'next'>;
  journal: Pick<Journal, 'add'>;
  orHeld: OrHeld;
}

export function createRunStore({ db, ids, journal, orHeld }: RunStoreDeps): RunStore {
  return {
    async put(values, terminals, reason = null) {
      const run = { ...values, id: values.id ?? ids.next('broadcast') };
      return orHeld<StoredRun | null>(
        async () => {
          const row = await repository.insertRun(db, run, terminals, reason);
          return row && { row, inJournal: false };
        },
        () => {
          const row = newRow(run);
          journal.add(subjectOf(row), { air: [{ row: { ...row }, terminals, reason }] });
          return { row, inJournal: true };
        },
      );
    },
    async remove({ row, inJournal }) {
      const note = () => journal.add(subjectOf(row), { removed: [row.id] });
      if (inJournal) note();
      else await orHeld(() => removeAir(db, row.id), note);
    },
    async leaveOut({ row, inJournal }, proofs) {
      const note = () =>
        journal.add(subjectOf(row), { proofs: [{ broadcast: row.id, proofs: [...proofs] }] });
      if (inJournal) note();
      else await orHeld(() => writeProofs(db, row.id, proofs), note);
    },
    async endControl({ row, inJournal }, outcomes) {
      const note = () => journal.add(subjectOf(row), { proofs: [{ broadcast: row.id, proofs: outcomes }] });
      if (inJournal) note();
      else await orHeld(() => repository.endControl(db, row.id, outcomes), note);
    },
  };
}
