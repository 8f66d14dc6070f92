import { serverVersion } from '../../../platform/config/version.ts';
import type { Mirror } from '../files/mirrorFiles.ts';
import type { JournalFollower } from '../journal/followJournal.ts';
import type { Report } from '../link/messages.ts';
import type { StandbyDatabase } from './standbyDatabase.ts';

/** Makes the reports of a standby. */
export function createReports(
  database: Pick<StandbyDatabase, 'stage' | 'progress' | 'position'>,
  mirror: Pick<Mirror, 'missing'>,
  journal: Pick<JournalFollower, 'clock'>,
): { make(): Promise<Report> } {
  return {
    async make() {
      const received = await database.position();
      return {
        type: 'report',
        ...{ at: Date.now(), version: serverVersion, received },
        ...{ stage: database.stage(), ...database.progress(), files_missing: mirror.missing() },
        clock_error_us: journal.clock()?.errorUs ?? null,
      };
    },
  };
}
