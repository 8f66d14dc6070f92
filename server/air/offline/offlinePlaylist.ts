import { loopMode } from '../../../contract/codes.ts';
import type { OfflinePart, OfflinePlaylist } from '../../../contract/protocol/offline.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { ListRow } from '../../sound/source/listTimeline.ts';
import { PACKET_MS, roundOrder } from '../../sound/source/timeline.ts';

/**
 * Maximum length of a list that is reshuffled in each round; after it the list repeats from the first order.
 */
const MAX_SHUFFLED = 256;

const toPackets = (ms: number) => Math.ceil(ms / PACKET_MS) * PACKET_MS;

/**
 * Builds the list of parts that a terminal plays offline, shuffle resolved: the same sound at the same
 * position as server/sound/source/timeline.ts and chimeTimeline.ts give.
 * @param programme_ms maximum time between the chimes; null: no limit
 * @param nameOf id of an item
 */
export function offlinePlaylistOf(
  row: ListRow,
  programme_ms: number | null,
  nameOf: (item: BroadcastItem) => string,
): OfflinePlaylist {
  const part = (item: BroadcastItem): OfflinePart => ({
    item: nameOf(item),
    ms: toPackets(item.duration_ms),
  });
  const chime = (which: 'before' | 'after') => row.items.filter((item) => item.part === which).map(part);
  const own = row.items.filter((item) => item.part === undefined).map(part);
  const gap = toPackets(row.interval_ms);
  const single = row.loop === loopMode.trackLoop || row.loop === loopMode.trackOnce;
  const endless = row.loop === loopMode.trackLoop || row.loop === loopMode.listLoop;
  const limit = programme_ms === null ? Number.POSITIVE_INFINITY : toPackets(programme_ms);
  const list: OfflinePart[] = [];
  const add = (round: number) => {
    const order = roundOrder(own.length, row.play_order, row.seed, round);
    for (const index of single ? order.slice(0, 1) : order) {
      const one = own[index];
      if (one !== undefined) list.push(one, ...(gap > 0 ? [{ item: null, ms: gap }] : []));
    }
  };
  const length = () => list.reduce((sum, { ms }) => sum + ms, 0);
  add(0);
  // Each round of a shuffled list has its own order.
  const changes = endless && !single && row.play_order === 1 && own.length > 1;
  for (let round = 1; changes && length() < limit && list.length + own.length * 2 <= MAX_SHUFFLED; round++)
    add(round);
  const whole = endless ? Number.POSITIVE_INFINITY : length() - gap;
  const list_ms = Math.min(limit, whole);
  return {
    before: chime('before'),
    list,
    after: chime('after'),
    list_ms: Number.isFinite(list_ms) ? list_ms : null,
  };
}
