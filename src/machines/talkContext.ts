import type { BusyPolicy } from '../../contract/codes.ts';
import type { TalkMode, TalkTargets, ToTalker } from '../../contract/protocol/talk.ts';
import type { MicrophoneTrouble } from '../api/microphone/microphone.ts';

/** A request to talk: targets and microphone. */
export interface TalkOrder {
  mode: TalkMode;
  targets: Partial<TalkTargets>;
  priority?: number;
  volume?: number | null;
  /** Behaviour of a page at busy terminals; absent: it goes by its priority. */
  busy_policy?: BusyPolicy;
  wait_s?: number;
  chime: boolean;
  /** Device id of the microphone; null: the browser's choice. */
  microphone: string | null;
  /** Samples of a page that was recorded before, sent in place of the microphone; absent: live speech. */
  recorded?: Float32Array<ArrayBuffer>;
}

/**
 * Reason why a talk ended by itself. A hidden page ends it too, because nobody would see that it is on the
 * air.
 */
export type TalkTrouble = MicrophoneTrouble | 'hidden';

/** The place of a page in the queue, and what it waits for. */
export type TalkWait = Omit<Extract<ToTalker, { type: 'talk.waiting' }>, 'type' | 'request'>;
export type TalkCounts = Omit<Extract<ToTalker, { type: 'talk.state' }>, 'type' | 'stream'>;

export interface TalkContext {
  order: TalkOrder | null;
  held: boolean;
  counts: TalkCounts;
  /** Null: it does not wait. */
  wait: TalkWait | null;
  level: { level: number; peak: number } | null;
  /** The open microphone. */
  microphone: { label: string; isChosen: boolean } | null;
  /** Reason of the refusal or the end: the server's text, or a reason of this browser. */
  message: string | null;
  trouble: TalkTrouble | null;
  /** Start on the air, monotonic ms. */
  since: number;
}

/** Context of a browser without a talk. */
export const nothing: TalkContext = {
  order: null,
  held: false,
  counts: { targets: 0, sounding: 0, preempted: 0, offline: 0, interrupts: 0, lowers: 0, unheard: [] },
  wait: null,
  level: null,
  microphone: null,
  message: null,
  trouble: null,
  since: 0,
};
