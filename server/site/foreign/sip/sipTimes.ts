import type { CallTimes } from '../calls/soundCall.types.ts';

/** Times of SIP loudspeakers, ms. */
export interface SipTimes extends CallTimes {
  /** Interval at which a loudspeaker is asked whether it is there (OPTIONS). */
  probeMs: number;
  /** Time after which such a question counts as unanswered. */
  probeAnswerMs: number;
  /** Time for which a call may ring. */
  ringMs: number;
  /** Interval at which a call is refreshed: a loudspeaker that was restarted no longer knows it. */
  refreshMs: number;
}

export const sipTimes: SipTimes = {
  probeMs: 10_000,
  probeAnswerMs: 3_000,
  ringMs: 20_000,
  refreshMs: 30_000,
  retryMs: 1_000,
  longestRetryMs: 30_000,
  keptMs: 1_000,
};
