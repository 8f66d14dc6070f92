import type { Report } from '../../../../contract/protocol/terminal.ts';

/** Validity of a terminal's last report: valid; no proof either way; proof of silence. */
export type Proof = 'fresh' | 'stale' | 'void';

/** Ages from which a report is stale, and void, ms: three and six missing reports. */
const ordinary = { staleMs: 3_000, voidMs: 6_000 };
/** Alarms: a missing report is detected sooner. */
const urgent = { staleMs: 2_000, voidMs: 4_000 };
/**
 * Factor for slow links, whose reports queue behind other traffic (docs/decisions/0056-slow-terminals.md).
 */
const SLOW = 2;

type LinkReport = Pick<Report, 'kept' | 'late' | 'buffer_ms' | 'stream'>;

/**
 * Tells if a terminal's link delivers sound too late: it plays stored sound instead, or its buffer is empty.
 */
function isSlow(report: LinkReport | null): boolean {
  if (report === null || report.stream === null) return false;
  return report.kept === true || (report.late > 0 && report.buffer_ms <= 0);
}

/** Validity of a report of age `ageMs`, for a terminal that should sound. */
export function proofOf(ageMs: number, isUrgent: boolean, report: LinkReport | null): Proof {
  const { staleMs, voidMs } = isUrgent ? urgent : ordinary;
  if (ageMs <= staleMs) return 'fresh';
  const factor = isSlow(report) ? SLOW : 1;
  if (ageMs <= staleMs * factor) return 'fresh';
  return ageMs <= voidMs * factor ? 'stale' : 'void';
}

/** Maximum time before a report that it proves as heard, µs. */
export function provenUs(isUrgent: boolean, report: LinkReport): number {
  return (isUrgent ? urgent : ordinary).staleMs * (isSlow(report) ? SLOW : 1) * 1_000;
}
