import type { Logger } from 'pino';
import { CLOCK_KNOWN_US } from '../../../contract/entities/site/pair.ts';
import type { EstimatedClock } from '../../platform/clock/clockEstimate.ts';
import { adoptClock } from '../../platform/clock/clockFile.ts';

/** Owners of the clock between two take-overs: a former leader that starts again meanwhile stays the older one. */
const TERMS = 1_000_000;

/**
 * Lets this machine continue the media clock of the former leader, if it is known well enough; else a new epoch begins. Terminals
 * follow a step of the size that is allowed without beginning their own estimate again.
 */
export function takeClock(
  clock: EstimatedClock | null,
  { dataDir, term, log }: { dataDir: string; term: number; log: Logger },
): void {
  const errorUs = clock?.errorUs ?? null;
  const isKnown = clock !== null && clock.errorUs <= CLOCK_KNOWN_US;
  log.warn({ errorUs }, isKnown ? 'the media clock is continued' : 'a new media clock begins');
  if (!isKnown) return;
  const { epoch, origin_us } = clock;
  try {
    adoptClock(dataDir, { epoch, origin_us, term: Math.max(clock.term, term * TERMS) });
  } catch (err) {
    log.warn({ err }, 'the media clock cannot be continued');
  }
}
