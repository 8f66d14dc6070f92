import type { Report } from '../../contract/terminal.ts';

/** What a terminal's last report still proves: what it said; nothing, one way or the other; that it is silent. */
export type Proof = 'fresh' | 'stale' | 'void';

/** From which age on a report is stale, and void, ms: three and six reports that did not come. */
const ordinary = { staleMs: 3_000, voidMs: 6_000 };
/** An alarm must be known sooner. */
const urgent = { staleMs: 2_000, voidMs: 4_000 };
/** Reports of a slow link wait behind what it is slow with (docs/decisions/0056-slow-terminals.md). */
const SLOW = 2;

type Told = Pick<Report, 'kept' | 'late' | 'buffer_ms' | 'stream'>;

/** Whether a terminal's link brings its sound too late: it plays what it keeps instead, or has nothing in reserve. */
function isSlow(report: Told | null): boolean {
  if (report === null || report.stream === null) return false;
  return report.kept === true || (report.late > 0 && report.buffer_ms <= 0);
}

/** What the last report, `ageMs` old, proves of a terminal that should sound. */
export function proofOf(ageMs: number, isUrgent: boolean, report: Told | null): Proof {
  const { staleMs, voidMs } = isUrgent ? urgent : ordinary;
  if (ageMs <= staleMs) return 'fresh';
  const factor = isSlow(report) ? SLOW : 1;
  if (ageMs <= staleMs * factor) return 'fresh';
  return ageMs <= voidMs * factor ? 'stale' : 'void';
}

/** The most that a report proves to have been heard since the one before it, µs; what lies further back, nobody said. */
export function provenUs(isUrgent: boolean, report: Told): number {
  return (isUrgent ? urgent : ordinary).staleMs * (isSlow(report) ? SLOW : 1) * 1_000;
}
