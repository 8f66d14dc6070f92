import { type RecordFileChange, recordingsGone } from '../../../contract/entities/sound/recordFile.ts';
import type { LiveHub } from '../../platform/live/hub.ts';

/** Rows of the topic: one page of the list, the newest recordings. */
const KEPT = 100;

/**
 * Notifies consoles that a recording has begun, has ended or was deleted. The rows themselves are read by
 * page, as a site has too many of them for a live topic.
 */
export function createRecordingTopic(live: LiveHub) {
  const topic = live.topic<RecordFileChange>('record_file');
  const kept: number[] = [];
  let gone = 0;
  topic.upsert({ id: recordingsGone, org: null, rev: gone });

  return {
    begun(id: number, orgs: readonly number[], ended: boolean): void {
      topic.upsert({ id, org: orgs.length === 0 ? null : orgs, rev: ended ? 1 : 0 });
      if (kept.push(id) > KEPT) topic.remove(kept.shift() ?? 0);
    },
    ended: (id: number): void => topic.patch(id, { rev: 1 }),
    /** Reports deletions of any page, also of rows that the topic does not hold. */
    gone(ids: readonly number[]): void {
      for (const id of ids) topic.remove(id);
      topic.patch(recordingsGone, { rev: ++gone });
    },
  };
}
export type RecordingTopic = ReturnType<typeof createRecordingTopic>;
