import { type RecordFileNews, recordingsGone } from '../../contract/entities/recordFile.ts';
import type { LiveHub } from '../live/hub.ts';

/** Rows of the topic: a page of the list, which is what a console that looks at the newest needs to hear of. */
const KEPT = 100;

/**
 * Tells consoles that a recording has begun, has ended or is gone. The rows themselves are read by page: a site keeps
 * more of them than anybody wants to be sent.
 */
export function createNews(live: LiveHub) {
  const topic = live.topic<RecordFileNews>('record_file');
  const kept: number[] = [];
  let gone = 0;
  topic.upsert({ id: recordingsGone, org: null, rev: gone });

  return {
    begun(id: number, orgs: readonly number[], ended: boolean): void {
      topic.upsert({ id, org: orgs.length === 0 ? null : orgs, rev: ended ? 1 : 0 });
      if (kept.push(id) > KEPT) topic.remove(kept.shift() ?? 0);
    },
    ended: (id: number): void => topic.patch(id, { rev: 1 }),
    /** Those of other pages too, which the topic does not hold. */
    gone(ids: readonly number[]): void {
      for (const id of ids) topic.remove(id);
      topic.patch(recordingsGone, { rev: ++gone });
    },
  };
}
export type RecordingNews = ReturnType<typeof createNews>;
