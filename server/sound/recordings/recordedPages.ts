import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import type { RecordedStream } from '../source/broadcastStream.ts';
import type { OpenSource } from '../source/source.ts';
import { openRecorded } from './recordedSource.ts';
import * as repository from './recording.repository.ts';
import type { RecordingService } from './recording.service.ts';

/** Recordings as sources of broadcasts: pages that are heard again. */
export interface RecordedPages {
  /** Finds a recording that has ended. @throws AppError 404, 409 while it is being recorded */
  ended: RecordingService['ended'];
  /** Finds the recording of a broadcast within the zones of a caller; undefined: it was not recorded. */
  ofBroadcast(caller: Caller, broadcast: number): Promise<repository.RecordingRow | undefined>;
  /** Opens a recording by its id, without a check of rights. @throws AppError 404 */
  open(id: number): Promise<{ stream: RecordedStream; opener: OpenSource }>;
  /** Opens one again that was on the air when the server went down. */
  reopen(stream: RecordedStream): OpenSource;
}

/** @param folder of the recordings, absolute */
export function createRecordedPages(db: Db, folder: string, service: RecordingService): RecordedPages {
  const reopen = ({ path }: RecordedStream) => openRecorded(folder, path);
  return {
    ended: service.ended,
    ofBroadcast: (caller, broadcast) =>
      repository.ofBroadcast(db, caller.scope.all === true ? null : [...caller.scope.ids], broadcast),
    async open(id) {
      const row = await repository.one(db, null, id);
      if (row === undefined) throw new AppError(errorCode.notFound, 'media.fileDeleted');
      const stream = { recording: id, path: row.path };
      return { stream, opener: reopen(stream) };
    },
    reopen,
  };
}
