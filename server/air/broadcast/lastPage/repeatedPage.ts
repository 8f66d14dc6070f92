import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { audioSource, recordType } from '../../../../contract/codes.ts';
import { type StartRealTimeTask, startRealTimeTask } from '../../../../contract/entities/tasks/broadcast.ts';
import type { LastPage } from '../../../../contract/entities/tasks/lastPage.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { Db } from '../../../platform/db/client.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import type { RecordedPages } from '../../../sound/recordings/recordedPages.ts';
import * as repository from './lastPage.repository.ts';

/** Permission key that a page from a recording needs. */
const key = 'list_record_file';

export interface RepeatedPageDeps {
  db: Db;
  directory: Directory;
  recordedPages: RecordedPages;
}

/** Checks that a caller may play a recorded page again. @throws AppError 403, 404; 409 while it is being recorded */
export async function mustHear(
  { recordedPages }: Pick<RepeatedPageDeps, 'recordedPages'>,
  caller: Caller,
  { audio_source, recording }: Pick<StartRealTimeTask, 'audio_source' | 'recording'>,
): Promise<void> {
  if (audio_source !== audioSource.microphone) return;
  if (!caller.permissions.has(key)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
  const row = await recordedPages.ended(caller, recording ?? 0);
  if (row.recordType !== recordType.page) throw new AppError(errorCode.notFound, 'media.fileDeleted');
}

/**
 * Finds the last page of a caller within a day, and the start that repeats it: typed words as they were asked for, a
 * live page from its recording at the terminals that it had.
 *
 * @returns null if there is none; `task` is null without a recording, or without the right to hear recordings
 */
export async function lastPage(deps: RepeatedPageDeps, caller: Caller): Promise<LastPage | null> {
  const row = await repository.lastPage(deps.db, caller.accountId);
  if (row === undefined) return null;
  const { id, name, audio_source, started_at } = row;
  const page = { id, name, audio_source, started_at };
  if (row.asked !== null) {
    const isRecorded = row.asked.audio_source === audioSource.microphone;
    const may = !isRecorded || caller.permissions.has(key);
    return { ...page, task: may ? (startRealTimeTask.safeParse(row.asked).data ?? null) : null };
  }
  const recording = caller.permissions.has(key)
    ? await deps.recordedPages.ofBroadcast(caller, id)
    : undefined;
  const terminals = await repository.terminalsOf(deps.db, id);
  const devices = terminals.filter((one) => {
    const terminal = deps.directory.byId(one);
    return terminal !== undefined && inScope(caller.scope, terminal.org);
  });
  if (recording?.duration_ms == null || devices.length === 0) return { ...page, task: null };
  const task = startRealTimeTask.parse({
    ...{ name, audio_source: audioSource.microphone, recording: recording.id, devices },
    ...{ priority: row.priority, volume: row.volume },
    duration: Math.ceil(recording.duration_ms / 1000),
  });
  return { ...page, task };
}
