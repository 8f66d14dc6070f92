import type { MixClass, Rank } from '../../../contract/protocol/arbitration.ts';

/** A broadcast's claim on its terminals. */
export interface Claim {
  broadcast: number;
  rank: Rank;
  /** Class by which it shares a terminal with others. */
  part: MixClass;
  /** False for the resume policy `none`: the claim ends where something higher takes the terminal. */
  comesBack: boolean;
}

/**
 * Change of the broadcasts heard at a terminal: the holder first, then the programme ducked under it.
 * `dropped`: broadcasts whose claims ended there permanently.
 */
export interface ClaimChange {
  terminal: number;
  before: number[];
  after: number[];
  dropped: number[];
}

/**
 * State of a claim at a terminal: `holds` (`over`: the claim below it, which is ducked if `ducks`, else held
 * back), `ducked` under `by`, `preempted` by `by` after it was heard, or `waiting` for `by` and never heard
 * yet.
 */
export type ClaimStatus =
  | { kind: 'holds'; over: number | null; ducks: boolean }
  | { kind: 'ducked' | 'preempted' | 'waiting'; by: number };

/** Effect that a new claim would have at a terminal, or that another broadcast would have on it. */
export interface ClaimEffect {
  kind: 'preempts' | 'ducks' | 'ducked' | 'waits';
  other: number;
}
