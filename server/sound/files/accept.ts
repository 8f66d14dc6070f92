import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type MediaPaths, ORIGINAL_FILE } from '../../platform/dataFolder/mediaPaths.ts';
import { renameDurably, syncFolder } from '../../platform/dataFolder/writeDurably.ts';
import type { Db } from '../../platform/db/client.ts';
import { formatName, titleOf } from '../../platform/export/names.ts';
import { type FileRow, files } from './media.repository.ts';
import type { Received } from './receive.ts';
import type { Transcoder } from './transcoder.ts';

export interface AcceptDeps {
  db: Db;
  audit: Audit;
  paths: MediaPaths;
  transcoder: Transcoder;
  maxMb: number;
}

export interface Uploader {
  caller: Caller;
  ip: string;
  groupId: number | null;
  /** Zone that is to own it; the default is in server/site/zones/owner.ts. */
  org?: number | null | undefined;
  /** Aborted when the client has disconnected: the upload is then refused. */
  signal: AbortSignal;
}

/**
 * Checks an upload by its content and stores it as a row with its original file. An acknowledged upload is on
 * the disk and committed; a refused or aborted one leaves nothing. The received file is removed or moved.
 * @throws AppError 413 when too large, 400 with the reason when it is not readable audio
 */
export async function acceptUpload(deps: AcceptDeps, upload: Received, by: Uploader): Promise<FileRow> {
  const { paths } = deps;
  let dir: string | undefined;
  try {
    if (upload.tooLarge) throw new AppError(errorCode.tooLarge, 'media.fileTooLarge', { limit: deps.maxMb });
    const probed = await deps.transcoder.probe(upload.path, by.signal);
    if (by.signal.aborted) throw new AppError(errorCode.badRequest, 'media.uploadAborted');
    if (!probed.ok) throw new AppError(errorCode.badRequest, probed.reason);
    const row = await deps.db.transaction(async (tx) => {
      const made = await files.items.insert(tx, {
        name: titleOf(upload.original_name),
        original_name: upload.original_name,
        size: upload.size,
        sha256: upload.sha256,
        format: formatName(probed.format, probed.codec),
        build_status: 'waiting',
        org: by.org ?? null,
        change: { join: by.groupId === null ? [] : [by.groupId], leave: [] },
        position: by.groupId === null ? await files.nextPosition(tx) : 0,
        uploaded_by: by.caller.accountId,
      });
      await deps.audit.record(tx, by.caller, {
        action: 'create',
        entity: 'file',
        entity_id: made.id,
        ip: by.ip,
        after: { original_name: made.original_name, size: made.size, sha256: made.sha256 },
      });
      // On the disk before the commit, under a name that the next start removes if the row was not committed.
      dir = paths.uncommitted(made.id);
      await mkdir(dir, { recursive: true });
      await renameDurably(upload.path, join(dir, ORIGINAL_FILE));
      await syncFolder(paths.files);
      return made;
    });
    await renameDurably(paths.uncommitted(row.id), paths.fileDir(row.id));
    dir = undefined;
    return row;
  } finally {
    await rm(upload.path, { force: true });
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  }
}
