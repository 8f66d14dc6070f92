import { expect, test } from 'vitest';
import { PACKET_US, PACKETS_PER_MESSAGE } from '../../../contract/protocol/audio.ts';
import { MAX_LEAD_US, START_LEAD_US } from '../../../contract/protocol/frames.ts';
import { isLong, random } from '../../support/random.ts';
import { type Fault, Simulation } from '../support/simulation.ts';

/** Half an hour in `npm run long`; what drifts has settled long before. */
const MINUTES = isLong ? 30 : 6;
const SETTLED_S = 30;

/** Plays a programme for `minutes` of simulated time and loses one packet in a hundred. */
function play(fault: Fault, minutes: number): { simulation: Simulation; sent: number; kept: number } {
  const simulation = new Simulation(fault);
  const dice = random(99);
  simulation.run(1);
  const from = Math.round((simulation.media + START_LEAD_US) / 1e3) * 1e3;
  simulation.open(1, from);
  let at = from;
  let kept = 0;
  while (simulation.now < minutes * 60e6) {
    const to = at + PACKETS_PER_MESSAGE * PACKET_US;
    if (to - simulation.media < MAX_LEAD_US) {
      simulation.sendProgramme(1, at, to, (packet) => {
        const keep = packet === from || dice() > 0.01;
        if (keep) kept++;
        return keep;
      });
      at = to;
    } else simulation.run(0.02);
  }
  return { simulation, sent: (at - from) / PACKET_US, kept };
}

const jitter60: Fault['delayUs'] = (_way, r) => 300 + 60_000 * r();

test.each([
  { cardPpm: 100, clockPpm: 20, offsetUs: 500_000, seed: 1 },
  { cardPpm: -100, clockPpm: -50, offsetUs: -500_000, seed: 2 },
])(
  '$cardPpm ppm card, clock $offsetUs µs off, jitter 0 to 60 ms, loss: in step to the end',
  { timeout: 600_000 },
  (fault) => {
    const { simulation, sent, kept } = play({ ...fault, delayUs: jitter60 }, MINUTES);
    const settled = simulation.heard.filter(({ at }) => at > SETTLED_S * 1e6);
    expect(settled.length).toBeGreaterThan(MINUTES * 50);
    expect(Math.abs(settled.at(-1)?.errorUs ?? 1e9)).toBeLessThan(1_000);
    expect(Math.max(...settled.map(({ errorUs }) => Math.abs(errorUs)))).toBeLessThan(3_000);
    const last = simulation.reports.at(-1);
    expect(last).toMatchObject({ state: 'playing', late: 0 });
    // The report is up to a second old, and the last second may still be on its way.
    expect(Math.abs((last?.received ?? 0) - kept)).toBeLessThan(100);
    expect(Math.abs((last?.lost ?? 0) - (sent - kept))).toBeLessThan(10);
    expect(Math.abs((last?.drift_ppm ?? 0) - fault.cardPpm)).toBeLessThan(30);
    expect(Math.abs(last?.skew_us ?? 1e9)).toBeLessThan(500);
  },
);

test('on a quiet network, a card of ±300 ppm is synchronous within 0.5 ms from the start', {
  timeout: 60_000,
}, () => {
  const { simulation } = play({ cardPpm: 300, delayUs: (_way, r) => 200 + 500 * r() }, 2);
  expect(Math.max(...simulation.heard.map(({ errorUs }) => Math.abs(errorUs)))).toBeLessThan(1_000);
  expect(Math.abs(simulation.heard.at(-1)?.errorUs ?? 1e9)).toBeLessThan(200);
});
