import { describe, expect, test } from 'vitest';
import { isLong } from '../../support/random.ts';
import { Simulation } from '../support/simulation.ts';

/** Link whose messages take `least` to `most` µs, each direction for itself. */
interface Ways {
  up: [least: number, most: number];
  down: [least: number, most: number];
}

/** Terminal behind a link, after some seconds; and the delays of messages by its own clock from then on. */
function measured(ways: Ways, seconds: number, seed: number) {
  const simulation = new Simulation({
    seed,
    offsetUs: 300_000,
    clockPpm: 40,
    delayUs: (way, random) => ways[way][0] + random() * (ways[way][1] - ways[way][0]),
  });
  simulation.run(seconds);
  const reported = simulation.reports.at(-1)?.delay_us ?? Number.NaN;
  const { clock } = simulation.session;
  const error = clock.toMedia(simulation.session.now()) - simulation.media;
  return { reported, error };
}

const KINDS: [string, Ways][] = [
  ['a quiet local network', { up: [200, 600], down: [200, 600] }],
  ['a link of 80 ± 40 ms', { up: [40_000, 120_000], down: [40_000, 120_000] }],
  ['a link that is slower downwards', { up: [5_000, 20_000], down: [60_000, 90_000] }],
  ['a link that is slower upwards', { up: [60_000, 90_000], down: [5_000, 20_000] }],
];

describe('delay of the link in reports', () => {
  test.each(KINDS)('covers 95 %% of the messages by the clock of the terminal: %s', (_name, ways) => {
    for (let seed = 1; seed <= (isLong ? 200 : 2); seed++) {
      const { reported, error } = measured(ways, 60, seed);
      const [least, most] = ways.down;
      // Arrivals are on turns of the simulation, of 20 ms each.
      const share = (reported - error - least) / (most - least);
      expect(share).toBeGreaterThan(0.75);
      expect(reported - error).toBeLessThan(most + 1_000);
    }
  });

  test('is not reported before the clock is known', () => {
    const simulation = new Simulation();
    simulation.mute = true;
    simulation.run(2);
    expect(simulation.reports.every((one) => one.delay_us === undefined)).toBe(true);
  });

  test('follows a link that becomes slow, and one that recovers', () => {
    let down = 1_000;
    const simulation = new Simulation({ delayUs: (way) => (way === 'up' ? 1_000 : down) });
    simulation.run(30);
    const last = () => simulation.reports.at(-1)?.delay_us ?? Number.NaN;
    expect(last()).toBeLessThan(2_000);
    down = 4_000;
    simulation.run(60);
    expect(last()).toBeGreaterThan(2_000);
    down = 1_000;
    simulation.run(200);
    expect(last()).toBeLessThan(2_000);
  });
});
