import { playStatus, type RunEnd } from '../../../contract/codes.ts';

/**
 * Rules that decide when a broadcast plays, pauses or ends, and why: all reasons are in this file. The lifecycle applies them after every change of claims, pauses and targets, and carries out the answer.
 *
 * Not reasons to stand still: a source that delivers nothing (silence is sent, and the row says `source_silent`),
 * an offline terminal (its claim stays), and a database that is away (docs/rules/outages.md#sound-before-storage).
 */

/** Reason of a suspended broadcast: paused by hand, pre-empted at all its terminals, or its start waits. */
export type SuspendReason = 'paused' | 'preempted' | 'start_wait';

/** Reason of a broadcast's end. */
export type EndReason = RunEnd;
/** Ends that other parts of the server bring about. */
export type FinishReason = Extract<
  EndReason,
  'time' | 'alarm' | 'released' | 'replaced' | 'tested' | 'denied'
>;

export type Playback =
  | { kind: 'plays' }
  | { kind: 'suspended'; reason: SuspendReason }
  | { kind: 'ends'; reason: 'no_targets' };

export interface PlaybackFacts {
  /** Paused by hand, and not resumed since. */
  isPaused: boolean;
  /** Its start waits for loudspeakers that are called first. */
  isWaiting: boolean;
  resumePolicy: string;
  /** Number of terminals that it claims, or will claim after its wait. */
  claimed: number;
  /** Number of terminals at which its claim is heard. */
  heard: number;
}

/**
 * Decides what a broadcast does now. It resumes as soon as no reason to stand still is left: after a pause with
 * `resume`, after a pre-emption when it is heard at one of its terminals again.
 */
export function playbackOf({ isPaused, isWaiting, resumePolicy, claimed, heard }: PlaybackFacts): Playback {
  if (claimed === 0) return { kind: 'ends', reason: 'no_targets' };
  if (isPaused) return { kind: 'suspended', reason: 'paused' };
  if (isWaiting) return { kind: 'suspended', reason: 'start_wait' };
  // Only when all its terminals were taken, so that they stay in step; under the other policies it goes on unheard.
  if (resumePolicy === 'position' && heard === 0) return { kind: 'suspended', reason: 'preempted' };
  return { kind: 'plays' };
}

/** State as the console shows it: `waiting` also while it goes on unheard. @param heard as in `PlaybackFacts` */
export function shownState(isPaused: boolean, heard: number): 'paused' | 'waiting' | 'playing' {
  if (isPaused) return 'paused';
  return heard === 0 ? 'waiting' : 'playing';
}

/** Play status of a terminal that plays it. @param isManual a person started or resumed it */
export function playStatusOf(isPaused: boolean, isManual: boolean): 1 | 2 | 4 {
  if (isPaused) return playStatus.pause;
  return isManual ? playStatus.manualPlaying : playStatus.playing;
}

/**
 * Claims of a broadcast are released this long before its last sample, so that the next sound starts without
 * a gap, µs.
 */
const END_LEAD_US = 100_000;

/** End of a stream, as far as it is known. */
export interface StreamEnd {
  /** Media time of its last sample; null: not known yet. */
  readonly endUs: number | null;
  readonly ending: 'finished' | 'time' | 'hung_up';
  /** Error of its source. */
  readonly failure: Error | null;
}

/** Reason for which a broadcast ends by itself now; null: it goes on. */
export function dueEnd({ endUs, ending, failure }: StreamEnd, nowUs: number): EndReason | null {
  if (endUs === null || nowUs < endUs - END_LEAD_US) return null;
  return failure === null ? ending : 'source';
}

/** True for an end that cuts the sound off at once; all others let sound play that is known to be the last. */
export const isCutOff = (reason: EndReason) => reason === 'stopped' || reason === 'no_targets';

/** Ends after which a terminal is shown as stopped by hand, until something new plays there. */
const byHand: ReadonlySet<EndReason> = new Set(['stopped', 'released', 'denied']);
export const isShownAsStopped = (reason: EndReason) => byHand.has(reason);
