import type { Constants } from './constants.ts';
import { DAY_S, type Day, STEP_S } from './day.ts';
import { type Limits, resourcesOf, type Strain, strains } from './resources.ts';
import { SitesAtCentre, type Topology } from './sitesAtCentre.ts';

/** Use of one resource on a simulated day, as a share of what there is, by the second; and the longest wait. */
export interface Use {
  p50: number;
  p99: number;
  max: number;
  /** Longest wait, s; 0: nothing waits for it. */
  wait_s: number;
  /** Whether it is used up or something waits too long. */
  breaks: boolean;
}

export interface DayResult {
  uses: Record<Strain, Use>;
  /** Days until all terminals are upgraded. */
  upgrade_days: number;
}

/** Simulates a day: in steps of a tenth of a second while something happens, otherwise of whole seconds. */
export function simulateDay(day: Day, topology: Topology, constants: Constants, limits: Limits): DayResult {
  const centre = new SitesAtCentre(day, topology, limits.upgradesPerS);
  const resources = resourcesOf(topology, constants, limits);
  const shares = strains.map(() => new Float64Array(DAY_S));
  const waits_s = strains.map(() => 0);
  for (let step = 0; step < DAY_S / STEP_S; ) {
    // Whole steps are counted: sums of tenths are not exact.
    const load = centre.step(step * STEP_S);
    const second = Math.floor(step * STEP_S + STEP_S / 2);
    strains.forEach((name, i) => {
      const { share, wait_s } = resources[name](load);
      const of = shares[i] as Float64Array;
      if (load.seconds < 1) of[second] = (of[second] ?? 0) + share * load.seconds;
      else of.fill(share, second, second + load.seconds);
      waits_s[i] = Math.max(waits_s[i] ?? 0, wait_s);
    });
    step += Math.round(load.seconds / STEP_S);
  }
  const uses = strains.map((name, i): [Strain, Use] => {
    const sorted = (shares[i] as Float64Array).sort();
    const at = (share: number) => sorted[Math.ceil(share * DAY_S) - 1] ?? 0;
    const [max, wait_s, allowed_s] = [at(1), waits_s[i] ?? 0, limits.wait_s[name]];
    const breaks = allowed_s === undefined ? max > 1 : wait_s > allowed_s;
    return [name, { p50: at(0.5), p99: at(0.99), max, wait_s, breaks }];
  });
  const terminals = day.sites.reduce((sum, size) => sum + size, 0);
  return {
    uses: Object.fromEntries(uses) as Record<Strain, Use>,
    upgrade_days: terminals / limits.upgradesPerS / DAY_S,
  };
}
