import { type CallMode, callMode, taskType } from '../../contract/codes.ts';
import { messageText } from '../../contract/errors.ts';
import { LiveFeed, type LiveFeedOptions } from '../broadcast/liveFeed.ts';
import { putOnAir, type Talk, type TalksDeps } from '../talk/talks.ts';
import type { AdoptedTerminal } from '../terminals/directory.ts';
import type { TerminalLink } from '../terminals/types.ts';

/** How long sound waits before it is heard (spec 3, call mode), µs; the others go by what the links allow. */
const floors: Partial<Record<CallMode, NonNullable<LiveFeedOptions['floor']>>> = {
  [callMode.lowLatency]: { first_us: 60_000, least_us: 40_000 },
  [callMode.highQuality]: { first_us: 200_000, least_us: 160_000 },
};

/** One way of a call: what this station says is heard at the other one. */
export interface Way {
  station: AdoptedTerminal;
  link: TerminalLink;
  other: AdoptedTerminal;
}

/** A way that is carried: the stream that the station sends on, and what it says. */
export interface CarriedWay {
  stream: number;
  feed: LiveFeed;
  stop(): void;
}

/**
 * Carries one way of a call: a live broadcast of type 888 (spec 3) at the other station. Silence ends nothing: who has
 * no microphone only listens.
 *
 * @param ended somebody else has ended it
 */
export function startWay(
  deps: TalksDeps,
  { station, link, other }: Way,
  call: { id: number; caller: number; priority: number; mode: CallMode },
  ended: () => void,
): CarriedWay {
  const floor = floors[call.mode];
  const feed = new LiveFeed({
    stallMs: Number.POSITIVE_INFINITY,
    ...(floor === undefined ? {} : { floor }),
  });
  const { name } = station.settings;
  const names = { from: name, to: other.settings.name };
  const speaker = {
    name,
    accountId: null,
    code: station.code,
    ip: link.address,
    scope: { all: true } as const,
  };
  const air = {
    title: messageText('call.title', link.language, names).slice(0, 50),
    task_type: taskType.twoWayCall,
    priority: call.priority,
    volume: null,
    terminals: [other],
    action: 'call',
    detail: { with: other.code },
    call: { id: call.id, isCaller: station.id === call.caller },
  };
  const talk: Talk = putOnAir(deps, speaker, air, feed, ended);
  link.uplinks.grant(talk.id, feed);
  return {
    stream: talk.id,
    feed,
    stop() {
      link.uplinks.revoke(talk.id);
      deps.engine.stop(talk.broadcast).catch(() => {});
    },
  };
}
