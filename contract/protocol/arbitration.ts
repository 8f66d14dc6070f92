/**
 * Ranking of broadcasts that claim the same terminal; the server and terminals without a link apply the same rule.
 */

/**
 * Class of sound, by which a broadcast shares a terminal: `speech` is mixed over programme, which is
 * ducked ("voice mix"); `programme` may be mixed under speech; `alone` is never mixed (alarms, the emergency microphone, calls).
 */
export type MixClass = 'alone' | 'speech' | 'programme';

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

/** Attenuation of programme while speech is mixed over it, dB. */
export const DUCK_DB = 20;

/**
 * Selects the broadcasts that a terminal plays: the winner and, where it is speech, the programme mixed under it.
 * Waiting speech between the two does not keep the programme from being mixed; a waiting broadcast that plays alone
 * does.
 *
 * @param ranked claims of the terminal, the winner first @param mixes whether the terminal can play two streams at
 * once
 */
export function audibleOf<T extends { part: MixClass }>(ranked: readonly T[], mixes: boolean): T[] {
  const [first] = ranked;
  if (first === undefined) return [];
  if (!mixes || first.part !== 'speech') return [first];
  const under = ranked.find(({ part }) => part !== 'speech');
  return under?.part === 'programme' ? [first, under] : [first];
}
