import { describe, expect, test } from 'vitest';
import type { BackupRow } from '../../../contract/entities/site/backup.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import { outdated } from '../../../server/edge/backup/auto/backupRetention.ts';
import { nextDue } from '../../../server/edge/backup/auto/nextDue.ts';

const zone = createZone('Europe/Berlin');
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe('due time of the next backup', () => {
  const daily = { at: '02:30:00', rhythm: 'days' as const, every_days: 1, weekdays: [1] };

  test('every night, also after a manual backup, and across daylight-saving changes', () => {
    expect(iso(nextDue(daily, at('2026-01-10T01:30:05Z'), true, zone))).toBe('2026-01-11T01:30');
    expect(iso(nextDue(daily, at('2026-01-10T13:00:00Z'), true, zone))).toBe('2026-01-11T01:30');
    expect(iso(nextDue(daily, at('2026-01-10T00:10:00Z'), true, zone))).toBe('2026-01-10T01:30');
    // On 29 March 02:30 does not exist: the first moment after it.
    expect(iso(nextDue(daily, at('2026-03-28T01:30:05Z'), true, zone))).toBe('2026-03-29T01:00');
    expect(iso(nextDue(daily, at('2026-03-29T01:00:05Z'), true, zone))).toBe('2026-03-30T00:30');
  });

  test('every three days; the first one is due at once', () => {
    const third = { ...daily, every_days: 3 };
    expect(iso(nextDue(third, at('2026-01-10T01:30:05Z'), true, zone))).toBe('2026-01-13T01:30');
    expect(iso(nextDue(third, at('2026-01-10T13:00:00Z'), false, zone))).toBe('2026-01-11T01:30');
  });

  test('on weekdays: after a Saturday the next Monday, a week later again', () => {
    const mondays = { ...daily, rhythm: 'weekdays' as const };
    expect(iso(nextDue(mondays, at('2026-01-10T13:00:00Z'), true, zone))).toBe('2026-01-12T01:30');
    expect(iso(nextDue(mondays, at('2026-01-12T01:30:05Z'), true, zone))).toBe('2026-01-19T01:30');
  });
});

describe('expired backups', () => {
  /** One backup every night, newest first. */
  const nights = (count: number, more: Partial<BackupRow> = {}): BackupRow[] =>
    Array.from({ length: count }, (_, i) => ({
      name: `night ${i}`,
      made_at: at('2026-06-28T00:30:00Z') / 1000 - i * 86_400,
      size: 1,
      verified: true,
      trial: 'none' as const,
      tried_at: null,
      sha256: null,
      ...more,
    }));
  const kept = (rows: BackupRow[], rule: Parameters<typeof outdated>[1]) => {
    const gone = new Set(outdated(rows, rule, zone));
    return rows.filter((row) => !gone.has(row)).map(({ made_at }) => iso(made_at * 1000).slice(5, 10));
  };

  test('the newest ones are kept, and the newest of each week and month', () => {
    const rows = nights(100);
    expect(kept(rows, { keep_last: 3, keep_weekly: 0, keep_monthly: 0 })).toEqual([
      '06-28',
      '06-27',
      '06-26',
    ]);
    // 28 June 2026 is a Sunday.
    expect(kept(rows, { keep_last: 1, keep_weekly: 3, keep_monthly: 0 })).toEqual([
      '06-28',
      '06-21',
      '06-14',
    ]);
    expect(kept(rows, { keep_last: 1, keep_weekly: 0, keep_monthly: 3 })).toEqual([
      '06-28',
      '05-31',
      '04-30',
    ]);
  });

  test('never the newest verified backup, and no file that this server did not write', () => {
    const rows = nights(20);
    Object.assign(rows[12] as BackupRow, { trial: 'worked' });
    Object.assign(rows[15] as BackupRow, { trial: 'worked' });
    Object.assign(rows[18] as BackupRow, { verified: false });
    expect(kept(rows, { keep_last: 1, keep_weekly: 0, keep_monthly: 0 })).toEqual([
      '06-28',
      '06-16',
      '06-10',
    ]);
  });
});
