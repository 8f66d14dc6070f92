import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopMode, playOrder } from '../../../contract/codes.ts';
import { createTimeline, roundOrder, type TimelineInput } from '../../../server/sound/source/timeline.ts';
import { randomRuns } from '../../support/random.ts';

const list = (over: Partial<TimelineInput> = {}): TimelineInput => ({
  durations: [1000, 2000, 3000],
  play_order: playOrder.sequential,
  loop: loopMode.listOnce,
  interval_ms: 0,
  seed: 7,
  ...over,
});

describe('list single play (loop mode 0)', () => {
  const timeline = createTimeline(list({ interval_ms: 500 }));
  it('plays item after item with the interval between them and ends after the last', () => {
    expect(timeline.total(0)).toBe(7000);
    expect(timeline.segment(0)).toEqual({
      item: 0,
      gap: false,
      offset_ms: 0,
      left_ms: 1000,
      duration_ms: 1000,
    });
    expect(timeline.segment(1200)).toMatchObject({ item: 0, gap: true, offset_ms: 200, left_ms: 300 });
    expect(timeline.segment(1500)).toMatchObject({ item: 1, gap: false, offset_ms: 0 });
    expect(timeline.segment(6980)).toMatchObject({ item: 2, left_ms: 20 });
    expect(timeline.segment(7000)).toBeNull();
    expect(timeline.remaining(6000)).toBe(1000);
  });
  it('goes to the next and the previous item, and ends after the last', () => {
    expect(timeline.next(300)).toBe(1500);
    expect(timeline.next(5000)).toBeNull();
    expect(timeline.previous(5000)).toBe(1500);
    expect(timeline.previous(300)).toBe(0);
  });
});

describe('list loop (1)', () => {
  it('starts again after the last, and shuffles each round without repeating an item twice running', () => {
    const timeline = createTimeline(list({ loop: loopMode.listLoop, play_order: playOrder.shuffle }));
    expect(timeline.total(0)).toBeNull();
    expect(timeline.remaining(99_000)).toBe(Number.POSITIVE_INFINITY);
    let position = 0;
    let last = -1;
    const heard: number[] = [];
    for (let i = 0; i < 300; i++) {
      const segment = timeline.segment(position);
      expect(segment?.offset_ms).toBe(0);
      expect(segment?.item).not.toBe(last);
      last = segment?.item ?? -1;
      heard.push(last);
      position = timeline.next(position) ?? Number.NaN;
    }
    expect(position).toBe(100 * 6000);
    for (let round = 0; round < 100; round++)
      expect([...heard.slice(round * 3, round * 3 + 3)].sort()).toEqual([0, 1, 2]);
  });
  it('goes back across the start of a round', () => {
    const timeline = createTimeline(list({ loop: loopMode.listLoop }));
    expect(timeline.previous(6100)).toBe(3000);
    expect(timeline.previous(100)).toBe(3000);
  });
});

describe('single-track loop (2) and single song once (3)', () => {
  it('loops its track, whichever it is', () => {
    const timeline = createTimeline(list({ loop: loopMode.trackLoop, interval_ms: 100 }));
    expect(timeline.advance(1100, 1950)).toBe(3050);
    expect(timeline.segment(3150)).toMatchObject({ item: 1, gap: true });
    expect(timeline.advance(1100, 2100)).toBe(1100);
    expect(timeline.next(5000)).toBe(0);
    expect(timeline.previous(0)).toBe(3200);
  });
  it('ends after its track', () => {
    const timeline = createTimeline(list({ loop: loopMode.trackOnce }));
    expect(timeline.total(1500)).toBe(2000);
    expect(timeline.remaining(1500)).toBe(1500);
  });
});

describe('every list', () => {
  const inputs = fc.record({
    durations: fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 8 }),
    play_order: fc.constantFrom(0, 1),
    loop: fc.constantFrom(0, 1, 2, 3),
    interval_ms: fc.integer({ min: 0, max: 700 }),
    seed: fc.integer({ min: 0, max: 0x7fffffff }),
  });

  it('gives the same position in one step as packet by packet, over hours (no drift)', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 2000 }), (input, packets) => {
        const timeline = createTimeline(input);
        let position = 0;
        let played = 0;
        for (; played < packets && timeline.segment(position); played++)
          position = timeline.advance(position, 20);
        expect(timeline.advance(0, played * 20)).toBe(position);
        const hours = 400 * 3_600_000;
        if (timeline.total(0) === null) {
          const far = timeline.advance(position, hours);
          expect(timeline.segment(far)?.left_ms).toBeGreaterThan(0);
          expect(timeline.advance(timeline.advance(position, hours / 2), hours / 2)).toBe(far);
        }
      }),
      randomRuns(100),
    );
  });

  it('is covered by its segments without gap or overlap, each item whole', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const timeline = createTimeline({ ...input, loop: loopMode.listOnce });
        const played = new Map<number, number>();
        let position = 0;
        for (let s = timeline.segment(0); s; s = timeline.segment(position)) {
          expect(s.offset_ms).toBe(0);
          if (!s.gap) {
            expect(timeline.startOf(s.item)).toBe(position);
            played.set(s.item, s.left_ms);
          }
          position += s.left_ms;
        }
        expect(position).toBe(timeline.total(0));
        expect(played.size).toBe(input.durations.length);
        for (const [item, ms] of played) expect(ms).toBe(Math.ceil((input.durations[item] ?? 0) / 20) * 20);
      }),
      randomRuns(100),
    );
  });

  it('has the same shuffle for the same seed, and another for another seed', () => {
    const a = roundOrder(50, playOrder.shuffle, 1, 0);
    expect(roundOrder(50, playOrder.shuffle, 1, 0)).toEqual(a);
    expect(roundOrder(50, playOrder.shuffle, 2, 0)).not.toEqual(a);
    expect([...a].sort((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });
});
