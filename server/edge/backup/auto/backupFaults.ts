import type { BackupFailure, BackupRow } from '../../../../contract/entities/site/backup.ts';
import type { FaultSink } from '../../../site/faults/faults.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lateness after which a backup is overdue, for any reason, ms. */
const LATE_MS = 12 * HOUR_MS;

/** State that faults of backups depend on; times in ms since 1970. */
export interface BackupState {
  enabled: boolean;
  now: number;
  /** Time at which the next backup is due. */
  due: number;
  trialDays: number;
  rows: readonly BackupRow[];
  failure: BackupFailure | null;
  trialFailure: BackupFailure | null;
}

/** Opens and resolves the faults of backups; without a schedule there are none. */
export function updateBackupFaults(faults: FaultSink, state: BackupState): void {
  const { enabled, now, due, rows } = state;
  updateFailureFault('backup', enabled ? state.failure : null);
  updateFailureFault('trial', enabled ? state.trialFailure : null);

  if (enabled && now - due >= LATE_MS) {
    const params = { hours: Math.floor((now - due) / HOUR_MS) };
    faults.open({ kind: 'backup_overdue', subject: 'backup', params });
  } else faults.resolve('backup_overdue', 'backup');

  const tried = rows.flatMap((row) =>
    row.trial === 'worked' && row.tried_at !== null ? [row.tried_at] : [],
  );
  const days = Math.floor((now - Math.max(...tried) * 1000) / DAY_MS);
  const what = tried.length === 0 ? 'never' : 'long';
  if (enabled && rows.length > 0 && (what === 'never' || days >= state.trialDays)) {
    const params = { what, days: what === 'never' ? 0 : days };
    faults.open({ kind: 'backup_untried', subject: 'backup', params });
  } else faults.resolve('backup_untried', 'backup');

  function updateFailureFault(subject: 'backup' | 'trial', failure: BackupFailure | null): void {
    const kind = subject === 'backup' ? 'backup_failed' : 'backup_trial_failed';
    if (failure === null) faults.resolve(kind, 'backup');
    else {
      const { reason, need_mb, free_mb } = failure;
      faults.open({ kind, subject: 'backup', params: { reason, need_mb, free_mb } });
    }
  }
}
