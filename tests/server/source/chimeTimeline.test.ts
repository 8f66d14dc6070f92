import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chimeTimeline } from '../../../server/sound/source/chimeTimeline.ts';
import { randomRuns } from '../../support/random.ts';

const item = (duration_ms: number, part?: 'before' | 'after') => ({
  duration_ms,
  ...(part === undefined ? {} : { part }),
});
const base = { play_order: 0, loop: 0, interval_ms: 0, seed: 3, programme_ms: null };

/** Items and lengths as heard from the start. */
function walk(timeline: ReturnType<typeof chimeTimeline>): [item: number, ms: number][] {
  const heard: [number, number][] = [];
  for (let at = 0; ; ) {
    const segment = timeline.segment(at);
    if (segment === null) return heard;
    expect(segment.offset_ms).toBeGreaterThanOrEqual(0);
    if (!segment.gap) heard.push([segment.item, segment.left_ms]);
    at = timeline.advance(at, segment.left_ms);
  }
}

describe('a list between two chimes', () => {
  const items = [item(1000, 'before'), item(4000), item(6000), item(2000, 'after')];
  it('plays once with each chime once', () => {
    const timeline = chimeTimeline({ ...base, items });
    expect(walk(timeline)).toEqual([
      [0, 1000],
      [1, 4000],
      [2, 6000],
      [3, 2000],
    ]);
    expect(timeline.total(0)).toBe(13_000);
    expect(timeline.next(500)).toBe(1000);
    expect(timeline.next(6000)).toBe(11_000);
    expect(timeline.next(11_500)).toBeNull();
    expect([timeline.previous(11_500), timeline.previous(1500)]).toEqual([5000, 1000]);
  });
  it('loops until its time is over, followed by the closing chime', () => {
    const timeline = chimeTimeline({ ...base, items, loop: 1, programme_ms: 13_000 });
    expect(walk(timeline)).toEqual([
      [0, 1000],
      [1, 4000],
      [2, 6000],
      [1, 3000],
      [3, 2000],
    ]);
    expect(chimeTimeline({ ...base, items, loop: 1 }).total(0)).toBeNull();
  });
  it('repeats a single track, or plays it once', () => {
    const twice = chimeTimeline({ ...base, items, loop: 2, programme_ms: 8000 });
    expect(walk(twice).map(([one]) => one)).toEqual([0, 1, 1, 3]);
    expect(walk(chimeTimeline({ ...base, items, loop: 3 })).map(([one]) => one)).toEqual([0, 1, 3]);
  });
  it('for any list, order and limit, nothing is lost, repeated or longer than the total', () => {
    const length = fc.integer({ min: 1, max: 400 }).map((n) => n * 10);
    fc.assert(
      fc.property(
        fc.array(length, { minLength: 1, maxLength: 5 }),
        fc.option(length, { nil: null }),
        fc.option(length, { nil: null }),
        fc.record({
          play_order: fc.nat(1),
          loop: fc.nat(3),
          interval_ms: fc.constantFrom(0, 60),
          seed: fc.nat(9),
          programme_ms: fc.integer({ min: 0, max: 9000 }),
        }),
        (list, before, after, input) => {
          const all = [
            ...(before === null ? [] : [item(before, 'before')]),
            ...list.map((ms) => item(ms)),
            ...(after === null ? [] : [item(after, 'after')]),
          ];
          const timeline = chimeTimeline({ ...input, items: all });
          const heard = walk(timeline);
          const total = timeline.total(0) ?? Number.NaN;
          expect(timeline.remaining(0)).toBe(total);
          expect(heard.reduce((sum, [, ms]) => sum + ms, 0)).toBeLessThanOrEqual(total);
          if (before !== null) expect(heard.filter(([one]) => one === 0)).toHaveLength(1);
          if (after !== null) expect(heard.at(-1)?.[0]).toBe(all.length - 1);
        },
      ),
      randomRuns(200),
    );
  });
});
