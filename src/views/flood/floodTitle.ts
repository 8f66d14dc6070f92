/** The sentence over the flood view, as its key; `n`: how many began in the last ten minutes. */
export function floodTitle(facts: { isKnown: boolean; isFlood: boolean }): string {
  if (!facts.isKnown) return 'flood.unknown';
  return facts.isFlood ? 'flood.title' : 'flood.titleCalm';
}
