import { createMediaClock, type MediaClock } from '../../server/platform/clock/mediaClock.ts';
import type { RelayClock } from '../server/relayClock.ts';

/**
 * Media clock of the relay while its line is cut: the clock of the server as it was estimated last, or one of its own
 * after a start without a line.
 *
 * @param term owner number of the clock of the server
 */
export function siteClock(
  server: Pick<RelayClock, 'isSynced' | 'epoch' | 'now' | 'wallOf' | 'mediaOf'>,
  term: number,
): MediaClock {
  if (!server.isSynced) return createMediaClock();
  let last = 0;
  return {
    epoch: server.epoch,
    term,
    now() {
      last = Math.max(last, server.now());
      return last;
    },
    fromWall: (wallMs) => server.mediaOf(wallMs),
    toWall: (mediaUs) => server.wallOf(mediaUs),
  };
}
