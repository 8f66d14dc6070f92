import type { StoredProof } from '../../broadcast/proofs.repository.ts';
import type { Journal } from '../../journal/journal.ts';
import type { PendingWrites } from '../../journal/pendingWrites.ts';
import type { StoredInputs } from '../machine/fireInputs.ts';
import type { AlarmRow } from './alarm.repository.ts';

/** Writes of alarms to the journal. */
export interface AlarmJournal {
  /** Writes a copy of the alarm as it is now, with what has happened since. */
  note(row: AlarmRow, what?: Partial<Omit<PendingWrites, 'row' | 'proofs'>>): void;
  proofs(alarm: number, broadcast: number, proofs: readonly StoredProof[]): void;
  inputs(active: StoredInputs): void;
  /** See server/air/journal/journal.ts. */
  stored(alarm: number): Promise<void>;
  safe(alarm: number): Promise<void>;
}

export function alarmJournal(journal: Pick<Journal, 'add' | 'inputs' | 'stored' | 'safe'>): AlarmJournal {
  return {
    note: (row, what = {}) => journal.add(`alarm ${row.id}`, { row: { ...row }, ...what }),
    proofs: (alarm, broadcast, proofs) => journal.add(`alarm ${alarm}`, { proofs: [{ broadcast, proofs }] }),
    inputs: journal.inputs,
    stored: (alarm) => journal.stored(`alarm ${alarm}`),
    safe: (alarm) => journal.safe(`alarm ${alarm}`),
  };
}
