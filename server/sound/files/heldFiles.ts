import type { FileLive } from '../../../contract/entities/sound/file.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { FileRow } from './media.repository.ts';

/** What a broadcast needs to know of a file. */
export type PlayedFile = Pick<FileRow, 'id' | 'name' | 'build_status' | 'duration_ms'>;

/** Files in memory: the rows of the `file` topic, with the names that broadcasts show without the database. */
export interface HeldFiles {
  replaceAll(rows: readonly FileRow[]): void;
  /** Publishes a stored row; a conversion that is under way keeps its progress. */
  publish(row: FileRow): void;
  remove(id: number): void;
  find(ids: readonly number[]): PlayedFile[];
}

export function createHeldFiles(topic: Topic<FileLive>): HeldFiles {
  const names = new Map<number, string>();
  return {
    replaceAll(rows) {
      names.clear();
      for (const { id, name } of rows) names.set(id, name);
      topic.replaceAll(rows.map(liveFile));
    },
    publish(row) {
      names.set(row.id, row.name);
      const live = liveFile(row);
      const isBuilding = row.build_status === 'building';
      const progress = (isBuilding ? topic.get(row.id)?.progress : undefined) ?? live.progress;
      topic.upsert({ ...live, progress }, row.rev);
    },
    remove(id) {
      names.delete(id);
      topic.remove(id);
    },
    find: (ids) =>
      [...new Set(ids)].flatMap((id) => {
        const row = topic.get(id);
        return row === undefined ? [] : [{ ...row, name: names.get(id) ?? '' }];
      }),
  };
}

function liveFile(row: FileRow): FileLive {
  const { id, org, group_id, position, build_status, build_error, duration_ms, loudness, rev } = row;
  const progress = build_status === 'built' ? 1 : 0;
  return {
    id,
    org,
    group_id,
    position,
    build_status,
    build_error,
    progress,
    duration_ms,
    loudness,
    rev,
  };
}
