import { expect, test } from 'vitest';
import { levelOf } from '../../../contract/entities/terminals/multicast/priorityMap.ts';
import { RANKS_PER_STEP, stepOf, urgentSteps } from '../../../contract/protocol/prioritySteps.ts';
import { random, randomRuns, seeded } from '../../support/random.ts';
import { type VendorRule, vendorRules } from './vendorDevice.ts';
import { LOUDSPEAKERS, PHONE_PAGE, PHONE_STREAM, VendorSite } from './vendorSite.ts';

const OPERATIONS = 12;
/** Longest time that a device needs to see that a stream is over, and one packet. */
const SETTLED_US = 700_000;
/** Steps of music, pages, exams, alarms and the emergency microphone. */
const steps = [10, 500, urgentSteps.exam, urgentSteps.alarm, urgentSteps.emergency];

type Next = () => number;
const below = (next: Next, n: number) => Math.floor(next() * n);
const some = <T>(next: Next, all: readonly T[]): T => all[below(next, all.length)] as T;

function newSite(next: Next, rule: VendorRule): { site: VendorSite; limit: number } {
  const levels = steps.slice(1).filter(() => next() < 0.6);
  const limit = below(next, 12);
  const holdUs = 200_000 + below(next, 400_000);
  const phoneAfter = below(next, levels.length + 1);
  return { site: new VendorSite({ rule, steps: levels, phoneAfter, limit, holdUs }), limit };
}

/** Sound that the rule demands: the highest broadcast of this system, unless a page or a call of the telephone goes before. */
function expected(site: VendorSite, rule: VendorRule, limit: number): number | 'call' | null {
  const numberOf = (address: string) => site.numbers.get(address) ?? Number.NaN;
  const heard = (number: number) => !site.inCall || rule.overCall(number, limit);
  const highest = site.highest();
  const rank = highest === null ? null : site.broadcasts.get(highest)?.rank;
  const own = rank ? [...site.numbers.values()][levelOf(site.transport.levels, stepOf(rank))] : undefined;
  const candidates = [
    ...(own !== undefined && heard(own) ? [{ stream: highest, number: own }] : []),
    ...(site.isPaged && heard(numberOf(PHONE_PAGE))
      ? [{ stream: PHONE_STREAM, number: numberOf(PHONE_PAGE) }]
      : []),
  ];
  const [first, second] = candidates;
  const best = first && second && rule.interrupts(second.number, first.number) ? second : first;
  return best?.stream ?? (site.inCall ? 'call' : null);
}

function change(site: VendorSite, next: Next, id: number): void {
  const kind = below(next, 6);
  if (kind === 0) site.isPaged = !site.isPaged;
  else if (kind === 1) site.call(!site.inCall);
  else if (kind === 2 && site.broadcasts.size > 0)
    site.broadcasts.delete(some(next, [...site.broadcasts.keys()]));
  else {
    const weight = some(next, steps) * RANKS_PER_STEP + below(next, 10);
    const targets = Array.from({ length: LOUDSPEAKERS }, (_, i) => i).filter(() => next() < 0.5);
    site.broadcasts.set(id, {
      rank: { weight, started_at: id, id },
      targets: targets.length === 0 ? [0] : targets,
    });
  }
  site.route();
}

/** One random sequence; the device of the maker plays what the rule says after each of its changes. */
function sequence(next: Next, rule: VendorRule): void {
  const { site, limit } = newSite(next, rule);
  const everywhere = (what: unknown) => Array.from({ length: LOUDSPEAKERS }, () => what);
  for (let id = 1; id <= OPERATIONS; id++) {
    change(site, next, id);
    // Some changes follow each other before the devices have seen the one before.
    if (next() < 0.3) site.pass(below(next, 10) * 20_000);
    else {
      // A group costs one stream, whatever its zones and levels.
      expect(site.pass(SETTLED_US)).toBeLessThanOrEqual(1);
      expect(site.sounding()).toEqual(everywhere(expected(site, rule, limit)));
    }
  }
  // Everything comes back: the lowest broadcast sounds again after all others, and then nothing.
  site.isPaged = false;
  site.call(false);
  const last = [...site.broadcasts.keys()].at(-1);
  for (const id of site.broadcasts.keys()) if (id !== last) site.broadcasts.delete(id);
  site.route();
  site.pass(SETTLED_US);
  expect(site.sounding()).toEqual(everywhere(last ?? null));
  site.broadcasts.clear();
  site.route();
  site.pass(SETTLED_US);
  expect(site.sounding()).toEqual(everywhere(null));
}

// 10,000 sequences with `LONG_RUNS=10000`.
test.for(vendorRules)('devices of $scale sound by rank in random sequences', (rule) => {
  const { numRuns } = randomRuns(300);
  const seeds = seeded();
  for (let run = 0; run < Math.ceil(numRuns / vendorRules.length); run++) {
    const seed = Math.floor(seeds() * 2 ** 32);
    try {
      sequence(random(seed), rule);
    } catch (error) {
      throw new Error(`sequence ${run} of ${rule.scale}, seed ${seed}`, { cause: error });
    }
  }
});

test.for(vendorRules)('an alarm interrupts music at devices of $scale with its first packet', (rule) => {
  const site = new VendorSite({
    ...{ rule, steps: [urgentSteps.alarm], phoneAfter: 0, limit: 5, holdUs: 1_000_000 },
  });
  const start = (id: number, step: number) => {
    const rank = { weight: step * RANKS_PER_STEP, started_at: id, id };
    site.broadcasts.set(id, { rank, targets: [0, 1, 2] });
    site.route();
  };
  start(1, 10);
  site.pass(500_000);
  expect(site.sounding()).toEqual([1, 1, 1]);
  start(2, urgentSteps.alarm);
  site.pass(20_000);
  expect(site.sounding()).toEqual([2, 2, 2]);
});
