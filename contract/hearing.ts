/**
 * Ranks broadcasts that want the same terminal: one rule for the server's claims and for a
 * terminal that plays alone.
 */

/**
 * How a broadcast shares a terminal: `speech` lies over programme, which is lowered meanwhile ("voice mix"), `programme`
 * may lie under it, and whatever sounds `alone` does neither (alarms, the emergency microphone, calls).
 */
export type Part = 'alone' | 'speech' | 'programme';

/** Rank of a claim: the larger `weight` wins, then the earlier start, then the earlier id. */
export interface Rank {
  weight: number;
  started_at: number;
  id: number;
}

/** Below zero when `a` goes before `b`, for sorting with the winner first. Never zero for two broadcasts. */
export function compareRank(a: Rank, b: Rank): number {
  return b.weight - a.weight || a.started_at - b.started_at || a.id - b.id;
}

/** How much lower programme is played while speech lies over it, dB. */
export const DUCK_DB = 20;

/**
 * What is heard at a terminal: the first, and behind it the programme that goes on under it, if there is one. Speech that
 * waits does not keep the programme from being heard; anything that would sound alone does.
 *
 * @param ranked what wants the terminal, the winner first @param mixes whether the terminal can play two at once
 */
export function heardOf<T extends { part: Part }>(ranked: readonly T[], mixes: boolean): T[] {
  const [first] = ranked;
  if (first === undefined) return [];
  if (!mixes || first.part !== 'speech') return [first];
  const under = ranked.find(({ part }) => part !== 'speech');
  return under?.part === 'programme' ? [first, under] : [first];
}
