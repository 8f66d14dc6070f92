import type { CallTimes } from '../calls/soundCall.types.ts';

/** Times of loudspeakers that take sound by HTTP or RTSP, ms. */
export interface ConnectedTimes extends CallTimes {
  /** Interval at which a loudspeaker is asked whether it is there. */
  probeMs: number;
  /** Time after which such a question counts as unanswered. */
  probeAnswerMs: number;
}

export const connectedTimes: ConnectedTimes = {
  probeMs: 10_000,
  probeAnswerMs: 3_000,
  retryMs: 1_000,
  longestRetryMs: 30_000,
  keptMs: 1_000,
};
