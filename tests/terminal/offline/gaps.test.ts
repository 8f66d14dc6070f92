import { describe, expect, test } from 'vitest';
import { PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { report } from '../../../contract/protocol/terminal.ts';
import { SimulatedCard } from '../../../terminal/headless/audio/card.ts';
import { random } from '../../support/random.ts';
import { Bench, playing, START_US } from '../support/bench.ts';

const ms = (n: number) => START_US + n * 1000;
const frames = (us: number) => Math.round((us * SAMPLE_RATE) / 1e6);

describe('gaps at the sound card', () => {
  test('are zero without loss, before the first sound, after the close, and in a pause', () => {
    const bench = playing(25);
    bench.play(ms(500));
    expect(bench.playout.status(1)).toMatchObject({ gaps: 0, missed_ms: 0 });
    bench.playout.flush(1, ms(520));
    bench.play(ms(900));
    bench.feed(1, ms(1000), 10);
    bench.playout.close(1, ms(1200));
    bench.play(ms(2000));
    expect(bench.playout.status(1)).toMatchObject({ gaps: 0, missed_ms: 0, lost: 0 });
  });

  test('are the times of lost and late packets, until they arrive', () => {
    const bench = playing(10);
    bench.feed(1, ms(340), 10);
    bench.play(ms(500));
    expect(bench.playout.status(1)).toMatchObject({ gaps: 1, missed_ms: 40, lost: 2 });
    bench.play(ms(600));
    // Half of this packet's time is over.
    bench.feed(1, ms(590), 20);
    bench.play(ms(900));
    const { gaps, missed_ms } = bench.playout.status(1);
    expect(gaps).toBe(2);
    expect(missed_ms).toBeGreaterThanOrEqual(40 + 60);
    expect(missed_ms).toBeLessThan(40 + 60 + 10);
  });

  test('include silence from an empty buffer, and samples skipped to be synchronous again', () => {
    const bench = playing(100);
    bench.play(ms(500));
    bench.playout.skip(frames(30_000));
    bench.frames += frames(30_000);
    bench.play(ms(800));
    expect(bench.playout.status(1)).toMatchObject({ gaps: 1, missed_ms: 30, lost: 0, late: 0 });
    // The machine slept for 200 ms, and the card reported nothing: a jump corrects it.
    bench.frames += frames(200_000);
    bench.play(ms(1500));
    const { gaps, missed_ms } = bench.playout.status(1);
    expect(gaps).toBe(2);
    expect(missed_ms).toBeGreaterThan(30 + 190);
    expect(missed_ms).toBeLessThan(30 + 210);
  });

  test('are counted per opening: time without a link does not count in the next one', () => {
    const bench = playing(10);
    bench.play(ms(800));
    expect(bench.playout.status(1).gaps).toBe(1);
    bench.playout.open(1, ms(1000), 1);
    bench.feed(1, ms(1040), 20);
    bench.play(ms(1300));
    expect(bench.playout.status(1)).toMatchObject({ gaps: 0, missed_ms: 0, lost: 2 });
  });

  test('are absent without a stream, and may be omitted', () => {
    expect(new Bench().playout.status(9)).toMatchObject({ gaps: null, missed_ms: null });
    expect(report.parse({ type: 'report', state: 'idle' })).toMatchObject({ gaps: null, missed_ms: null });
  });

  test('of an irregularly fed card are exact to the sample', () => {
    const bench = new Bench();
    const { playout } = bench;
    const end = ms(20_000);
    playout.open(1, ms(100), 1);
    const took: number[] = [];
    const card = new SimulatedCard({
      playout,
      driftPpm: 0,
      latencyUs: 60_000,
      mediaAt: (us) => us,
      listen: (samples) => took.push(...samples),
    });
    const next = random(7);
    let sent = ms(100);
    for (let now = START_US; now < end; now += 20_000 + (next() < 0.04 ? next() * 150_000 : 0)) {
      for (; sent < now + 1_000_000; sent += PACKET_US) bench.feed(1, sent, 1);
      card.pump(now);
    }
    const first = took.findIndex((sample) => sample > 0.4);
    let dry = 0;
    let runs = 0;
    for (const [i, sample] of took.slice(first).entries()) {
      if (Math.abs(sample) >= 1e-6) continue;
      dry++;
      if (Math.abs(took[first + i - 1] ?? 0) >= 1e-6) runs++;
    }
    const { gaps, missed_ms, lost, late } = playout.status(1);
    expect({ lost, late }).toEqual({ lost: 0, late: 0 });
    expect(runs).toBeGreaterThan(10);
    expect(gaps).toBe(runs);
    expect(Math.abs((missed_ms ?? 0) - (dry * 1000) / SAMPLE_RATE)).toBeLessThan(2 * runs);
  });
});
