import { type CallMode, callMode, taskType } from '../../../contract/codes.ts';
import { systemName } from '../../../contract/systemName.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import { LiveFeed, type LiveFeedOptions } from '../../sound/source/liveFeed.ts';
import { putOnAir, type Talk, type TalksDeps } from '../talk/talks.ts';

/** Delay before sound is heard, per call mode, µs; other modes follow what the links allow. */
const floors: Partial<Record<CallMode, NonNullable<LiveFeedOptions['floor']>>> = {
  [callMode.lowLatency]: { firstUs: 60_000, leastUs: 40_000 },
  [callMode.highQuality]: { firstUs: 200_000, leastUs: 160_000 },
};

/** One direction of a call: the sound of `station`, played at `other`. */
export interface CallDirection {
  station: AdoptedTerminal;
  link: TerminalLink;
  other: AdoptedTerminal;
}

/** A running direction: the upstream of the station, and its sound. */
export interface OpenDirection {
  stream: number;
  feed: LiveFeed;
  stop(): void;
}

/**
 * Starts one direction of a call: a live broadcast of type 888 at the other station. Silence does not end it:
 * a station without a microphone only listens.
 *
 * @param ended called when something else has ended it
 */
export function startDirection(
  deps: TalksDeps,
  { station, link, other }: CallDirection,
  call: { id: number; caller: number; priority: number; mode: CallMode },
  ended: () => void,
): OpenDirection {
  const floor = floors[call.mode];
  const feed = new LiveFeed({
    stallMs: Number.POSITIVE_INFINITY,
    ...(floor === undefined ? {} : { floor }),
  });
  const { name } = station.settings;
  const speaker = {
    name,
    accountId: null,
    code: station.code,
    ip: link.address,
    scope: { all: true } as const,
  };
  const air = {
    title: systemName('call', name, other.settings.name),
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
