import type { MessageKey } from '../../../contract/api/errors.ts';
import type { TalkEnd } from '../../../contract/protocol/talk.ts';
import type { EndReason } from '../engine/playbackRules.ts';

/** Text of each end of a talk, for its speaker. */
export const endText: Record<TalkEnd, MessageKey> = {
  stopped: 'talk.stopped',
  no_targets: 'talk.noTargets',
  source: 'talk.stalled',
  finished: 'talk.finished',
  denied: 'auth.noPermission',
};

/** Ends of a broadcast that are reported to the talker as they are; all others as a stop. */
export const talkEnds: Partial<Record<EndReason, TalkEnd>> = {
  finished: 'finished',
  hung_up: 'finished',
  no_targets: 'no_targets',
  source: 'source',
  denied: 'denied',
};
