import type { Part, Rank } from '../../contract/hearing.ts';

/** What a broadcast claims its terminals with. */
export interface Claim {
  broadcast: number;
  rank: Rank;
  /** How it shares a terminal with others. */
  part: Part;
  /** False for the policy "not at all": where something higher takes it, the claim ends (design 7). */
  comesBack: boolean;
}

/**
 * Other broadcasts are heard at a terminal now: the holder first, behind it the programme that is lowered under it.
 * `dropped` lost their claims there for good.
 */
export interface Change {
  terminal: number;
  before: number[];
  after: number[];
  dropped: number[];
}

/**
 * How a claim stands at a terminal: it holds it (over the next one, which is held back, or lowered: `ducks`), is lowered
 * under `by`, lost it to `by`, or never had it for `by`.
 */
export type Standing =
  | { kind: 'holds'; over: number | null; ducks: boolean }
  | { kind: 'ducked' | 'preempted' | 'waiting'; by: number };

/** What a new claim would meet at a terminal. */
export interface Meeting {
  kind: 'preempts' | 'ducks' | 'ducked' | 'waits';
  other: number;
}
