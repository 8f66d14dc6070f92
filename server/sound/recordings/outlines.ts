import { join } from 'node:path';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { WAVEFORM_POINTS } from '../../../contract/entities/sound/recordFile.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Transcoder } from '../files/transcoder.ts';
import * as repository from './recording.repository.ts';

/**
 * Creates waveforms of recordings on first use, in a child process of low priority; they are then stored in
 * the row.
 */
export function createOutlines(deps: { db: Db; folder: string; transcoder: Pick<Transcoder, 'peaks'> }) {
  const making = new Map<number, Promise<number[]>>();

  async function make({ id, path }: repository.RecordingRow): Promise<number[]> {
    const made = await deps.transcoder.peaks(join(deps.folder, path), WAVEFORM_POINTS);
    if (!made.ok) throw new AppError(errorCode.notFound, 'media.unableToPlay');
    await repository.update(deps.db, id, { peaks: made.peaks });
    return made.peaks;
  }

  /** @throws AppError 404 when the file cannot be read */
  return function outline(row: repository.RecordingRow): Promise<number[]> {
    if (row.peaks !== null) return Promise.resolve(row.peaks);
    const held = making.get(row.id);
    if (held !== undefined) return held;
    const made = make(row).finally(() => making.delete(row.id));
    making.set(row.id, made);
    return made;
  };
}
