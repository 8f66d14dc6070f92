import type { AirJournal } from '../engine/broadcast.ports.ts';
import type { Journal } from './journal.ts';
import { subjectOf } from './subject.ts';

/** Writes of broadcasts to the journal. */
export function airJournal(journal: Pick<Journal, 'add' | 'stored'>): AirJournal {
  return {
    state(row, state) {
      journal.add(subjectOf(row), { states: [{ broadcast: row.id, state }] });
      return journal.stored(subjectOf(row));
    },
    proofs(row, proofs) {
      journal.add(subjectOf(row), { proofs: [{ broadcast: row.id, proofs }] });
      return journal.stored(subjectOf(row));
    },
  };
}
