import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyPage } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { RecordFileQuery } from '../../../contract/entities/sound/recordFile.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { RecordingRow } from './recording.repository.ts';
import * as repository from './recording.repository.ts';
import type { RecordingTopic } from './recordingTopic.ts';

export interface RecordingService {
  list(caller: Caller, query: RecordFileQuery): Promise<KeyPage<RecordingRow>>;
  /** @throws AppError 404 for one that was deleted or is not visible to the caller */
  get(caller: Caller, id: number): Promise<RecordingRow>;
  /** Selects from these ids those of recordings that are visible to the caller. */
  known(caller: Caller, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Finds a recording that has ended. @throws AppError 404, 409 while it is being recorded */
  ended(caller: Caller, id: number): Promise<RecordingRow>;
  /**
   * Finds a recording for listening or download, and writes that to the audit log first.
   * @throws as `ended`
   */
  take(caller: Caller, ip: string, id: number, how: 'listen' | 'download'): Promise<RecordingRow>;
  /**
   * Deletes a recording.
   * @throws as `ended`; 403 when it was also heard in zones that are not the caller's
   */
  remove(caller: Caller, ip: string, id: number): Promise<void>;
  /** Waveform of a recording. @throws as `ended` */
  outline(caller: Caller, id: number): Promise<number[]>;
}

const entity = 'record_file';
const zonesOf = ({ scope }: Caller) => (scope.all === true ? null : [...scope.ids]);
const factsOf = ({ name, recordType, callerName, calleeName, began_at }: RecordingRow) => ({
  name,
  recordType,
  callerName,
  calleeName,
  began_at,
});

export function createRecordingService(deps: {
  db: Db;
  audit: Audit;
  folder: string;
  news: RecordingTopic;
  outline(row: RecordingRow): Promise<number[]>;
  log: { error(details: object, message: string): void };
}): RecordingService {
  const { db, audit } = deps;

  async function get(caller: Caller, id: number): Promise<RecordingRow> {
    const row = await repository.one(db, zonesOf(caller), id);
    if (row === undefined) throw new AppError(errorCode.notFound, 'media.fileDeleted');
    return row;
  }
  async function ended(caller: Caller, id: number): Promise<RecordingRow> {
    const row = await get(caller, id);
    if (row.duration_ms === null)
      throw new AppError(errorCode.conflict, 'media.recording', { name: row.name });
    return row;
  }

  return {
    get,
    known: (caller, ids) => repository.known(db, zonesOf(caller), ids),
    ended,
    async list(caller, { limit, ...query }) {
      const rows = await repository.list(db, zonesOf(caller), query, limit);
      const shown = rows.slice(0, limit);
      return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },
    async take(caller, ip, id, how) {
      const row = await ended(caller, id);
      await audit.record(db, caller, { action: how, entity, entity_id: id, ip, after: factsOf(row) });
      return row;
    },
    async remove(caller, ip, id) {
      const row = await ended(caller, id);
      if (!row.orgs.every((org) => inScope(caller.scope, org)))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      await db.transaction(async (tx) => {
        await repository.remove(tx, [id]);
        await audit.record(tx, caller, { action: 'delete', entity, entity_id: id, ip, before: factsOf(row) });
      });
      deps.news.gone([id]);
      // A file that cannot be deleted now is deleted with the folder of its day.
      await rm(join(deps.folder, row.path), { force: true }).catch((error: unknown) =>
        deps.log.error(
          { err: error, path: row.path },
          'the file of a deleted recording could not be deleted',
        ),
      );
    },
    outline: async (caller, id) => deps.outline(await ended(caller, id)),
  };
}
