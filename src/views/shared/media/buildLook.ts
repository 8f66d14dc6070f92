import type { StatusName } from '../../kit/status/status.ts';
import type { BuildStatus } from './libraryCounts.ts';

/** Status name of each build status. */
export const buildLook: Record<BuildStatus, StatusName> = {
  waiting: 'build_waiting',
  building: 'building',
  built: 'built',
  failed: 'build_failed',
};
