import type { BackupRow, BackupSettings } from '../../../../contract/entities/site/backup.ts';
import { dateOf } from '../../../../contract/schedule/calendar.ts';
import type { Zone } from '../../../../contract/schedule/zone.ts';

/** Day number of a Monday, from which weeks are counted. */
const FIRST_MONDAY = 4;

/**
 * Backups that the retention rule no longer keeps: neither among the newest, nor the newest of a kept week or
 * month. Only those that this server has verified, and never the newest one that was restored in trial.
 */
export function outdated(
  rows: readonly BackupRow[],
  rule: Pick<BackupSettings, 'keep_last' | 'keep_weekly' | 'keep_monthly'>,
  zone: Zone,
): BackupRow[] {
  const newest = rows.filter(({ verified }) => verified).sort((a, b) => b.made_at - a.made_at);
  const dayOf = ({ made_at }: BackupRow) => zone.dayAt(made_at * 1000);
  const kept = new Set(newest.slice(0, rule.keep_last));
  keepOnePer((row) => Math.floor((dayOf(row) - FIRST_MONDAY) / 7), rule.keep_weekly);
  keepOnePer((row) => dateOf(dayOf(row)).slice(0, 7), rule.keep_monthly);
  const tried = newest.find(({ trial }) => trial === 'worked');
  return newest.filter((row) => !kept.has(row) && row !== tried);

  function keepOnePer(periodOf: (row: BackupRow) => string | number, periods: number): void {
    const seen = new Set<string | number>();
    for (const row of newest) {
      const period = periodOf(row);
      if (seen.has(period) || seen.size >= periods) continue;
      seen.add(period);
      kept.add(row);
    }
  }
}
