import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { Timeline } from '../../sound/source/timeline.ts';
import type { BroadcastRow } from '../broadcast/broadcast.table.ts';
import type { Claim } from './claim.ts';
import type { EndReason } from './playbackRules.ts';
import type { BroadcastTarget } from './state/target.ts';

/** One direction of a call: the number of the call, and the side that speaks. */
export interface CallWay {
  id: number;
  isCaller: boolean;
}

/**
 * A broadcast that is on the air, or was, as the rest of the server reads it. Only the engine changes it
 * (`engineApi.ts`); its state is in `state/broadcast.ts`.
 */
export interface RunningBroadcast {
  readonly id: number;
  readonly row: Readonly<BroadcastRow>;
  readonly items: readonly BroadcastItem[];
  /** Name of the account that started it. */
  readonly startedBy: string;
  readonly claim: Readonly<Claim>;
  /** Above alarms: the emergency microphone and the all-call. */
  readonly emergency: boolean;
  /** True for an alarm, and for broadcasts that rank above alarms. */
  readonly urgent: boolean;
  /** The call of which it is one way. */
  readonly call: CallWay | null;
  /** Paused by hand. */
  readonly paused: boolean;
  /** Play status of a terminal that plays it. */
  readonly status: 1 | 2 | 4;
  /** True when its source delivered nothing at the last check. */
  readonly starved: boolean;
  /** Reason and time (epoch seconds) of its end; null: it is on the air. */
  readonly ended: { readonly reason: EndReason; readonly at: number } | null;
  /** Wait before its start, with the number of loudspeakers that have not answered; null: it does not wait. */
  readonly startWait: { readonly pending: number } | null;
  readonly timeline: Timeline;
  /** Position of the anchor, from which it advances with the media clock while it plays, ms. */
  readonly position_ms: number;
  /** Media time of the anchor while it plays; null while it stands still. */
  readonly from_us: number | null;
  /** Time that it may still play from the anchor on, ms; null: as long as its list. */
  readonly limit_ms: number | null;
  /** Position that is heard at a media time, ms. */
  positionAt(us: number): number;
  readonly stream: {
    /** Messages left out because a terminal's link was too slow to take them in time. */
    readonly skipped: number;
  };
  readonly targets: ReadonlyMap<number, BroadcastTarget>;
  /** Terminals that left it, kept for their last reports. */
  readonly former: ReadonlyMap<number, BroadcastTarget>;
}
