import type { StatusName } from '../kit/status.ts';
import type { BuildStatus } from './libraryCounts.ts';

/** A build status as the vocabulary of states shows it. */
export const buildLook: Record<BuildStatus, StatusName> = {
  waiting: 'build_waiting',
  building: 'building',
  built: 'built',
  failed: 'build_failed',
};
