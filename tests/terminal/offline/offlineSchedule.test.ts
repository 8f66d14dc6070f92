import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OfflineManifest, OfflineProgramme } from '../../../contract/protocol/offline.ts';
import { offlineSchedule, type PlaybackMeans } from '../../../terminal/offline/offlineSchedule.ts';
import { randomRuns } from '../../support/random.ts';

const means: PlaybackMeans = { mixes: true, holds: () => true, cutAt: () => undefined };

/** A programme of so many seconds; its weight decides. */
function programme(task: number, seconds: number, more: Partial<OfflineProgramme> = {}): OfflineProgramme {
  return {
    ...{ task, title: `${task}`, task_type: 0, priority: 50, weight: task, volume: null },
    ...{ before: [], list: [], after: [], list_ms: null, length_ms: seconds * 1000 },
    ...more,
  };
}
/** Each programme begins at its time, seconds. */
function schedule(...runs: [start_s: number, programme: OfflineProgramme][]) {
  const all = [...runs].sort((a, b) => a[0] - b[0]);
  return {
    runs: all.map(([start_s], place) => ({ start_s, programme: place })),
    programmes: all.map(([, one]) => one),
  };
}
/** Playback by time, as `from–until: task@position task@position`, seconds. */
function scheduleOf(
  manifest: Pick<OfflineManifest, 'runs' | 'programmes'>,
  over: Partial<PlaybackMeans> = {},
): string[] {
  const span = { fromMs: Number.NEGATIVE_INFINITY, toMs: 1e9 };
  return offlineSchedule(manifest, span, { ...means, ...over })
    .filter(({ heard }) => heard.length > 0)
    .map(({ fromMs, until_ms, heard }) => {
      const names = heard.map(({ programme: { task }, beganMs }) => `${task}@${(fromMs - beganMs) / 1000}`);
      return `${fromMs / 1000}–${until_ms / 1000}: ${names.join(' ')}`;
    });
}

describe('playback without a link', () => {
  const bell = (more: Partial<OfflineProgramme> = {}) => programme(9, 20, more);
  test('a pre-empted run continues by its policy: at the live position, not at all, or at its position', () => {
    const with_ = (more: Partial<OfflineProgramme>) => schedule([0, programme(1, 60, more)], [10, bell()]);
    expect(scheduleOf(with_({}))).toEqual(['0–10: 1@0', '10–30: 9@0', '30–60: 1@30']);
    expect(scheduleOf(with_({ resume: 'none' }))).toEqual(['0–10: 1@0', '10–30: 9@0']);
    expect(scheduleOf(with_({ resume: 'position', held_by: [9] }))).toEqual([
      '0–10: 1@0',
      '10–30: 9@0',
      '30–80: 1@10',
    ]);
    // Elsewhere the taken run goes on, and this terminal stays in step with it.
    expect(scheduleOf(with_({ resume: 'position', held_by: [] }))).toEqual([
      '0–10: 1@0',
      '10–30: 9@0',
      '30–60: 1@30',
    ]);
    expect(scheduleOf(with_({ resume: 'position', held_by: [9], window_ms: 70_000 })).at(-1)).toBe(
      '30–70: 1@10',
    );
  });

  test('a run that was never heard was not pre-empted: it plays when the terminal is free', () => {
    const all = schedule([0, bell()], [10, programme(1, 60, { resume: 'none' })]);
    expect(scheduleOf(all)).toEqual(['0–10: 9@0', '10–20: 9@10', '20–70: 1@10']);
  });

  test('speech is mixed with programme of any policy if the terminal can mix', () => {
    const music = programme(1, 60, { part: 'programme', resume: 'none' });
    const all = schedule([0, music], [10, bell({ part: 'speech' })]);
    expect(scheduleOf(all)).toEqual(['0–10: 1@0', '10–30: 9@0 1@10', '30–60: 1@30']);
    expect(scheduleOf(all, { mixes: false })).toEqual(['0–10: 1@0', '10–30: 9@0']);
    const silenced = schedule([0, music], [10, programme(5, 40)], [20, bell({ part: 'speech' })]);
    expect(scheduleOf(silenced)).toEqual(['0–10: 1@0', '10–20: 5@0', '20–40: 9@0', '40–50: 5@30']);
  });

  test('runs with missing items pre-empt no others; a run ended by a person releases the terminal', () => {
    const item = (id: string) => ({ list: [{ item: id, ms: 1000 }] });
    const all = schedule([0, programme(1, 60, { ...item('a'), resume: 'none' })], [10, bell(item('b'))]);
    expect(scheduleOf(all, { holds: (id) => id === 'a' })).toEqual(['0–10: 1@0', '10–60: 1@10']);
    const cut = (key: string) => (key === '9:10' ? 15_000 : undefined);
    expect(scheduleOf(all, { cutAt: cut })).toEqual(['0–10: 1@0', '10–15: 9@0']);
  });
});

/** The same rule, second by second, as one would play it by hand. */
function byHand(all: readonly [number, OfflineProgramme][], mixes: boolean, seconds: number): string[] {
  interface Course {
    start: number;
    one: OfflineProgramme;
    position: number;
  }
  let due: Course[] = [];
  const heardAt: string[] = [];
  const first = (a: Course, b: Course) =>
    b.one.weight - a.one.weight || a.start - b.start || a.one.task - b.one.task;
  for (let now = 0; now < seconds; now++) {
    const isOver = ({ start, one, position }: Course) =>
      position >= one.length_ms / 1000 || now >= start + (one.window_ms ?? 1e12) / 1000;
    due = due.filter((one) => !isOver(one));
    const before = pick(due, mixes);
    for (const [start, one] of all) if (start === now) due.push({ start, one, position: 0 });
    due.sort(first);
    const heard = pick(due, mixes);
    due = due.filter((one) => !(one.one.resume === 'none' && before.includes(one) && !heard.includes(one)));
    const left = pick(due, mixes);
    heardAt.push(left.map(({ one, position }) => `${one.task}@${position}`).join(' '));
    for (const one of due) {
      const waits =
        one.one.resume === 'position' &&
        !left.includes(one) &&
        left.some((by) => one.one.held_by?.includes(by.one.task));
      if (!waits) one.position++;
    }
  }
  return heardAt;

  function pick(list: readonly Course[], mix: boolean): Course[] {
    const top = list[0];
    if (top === undefined) return [];
    const under = list.find(({ one }) => one.part !== 'speech');
    return mix && top.one.part === 'speech' && under?.one.part === 'programme' ? [top, under] : [top];
  }
}

test('any schedule gives the same result as a simulation second by second, from any start', () => {
  const one = fc.record({
    start: fc.integer({ min: 0, max: 40 }),
    seconds: fc.integer({ min: 1, max: 20 }),
    weight: fc.integer({ min: 0, max: 4 }),
    part: fc.constantFrom('speech' as const, 'programme' as const, undefined),
    resume: fc.constantFrom('none' as const, 'position' as const, undefined),
    holders: fc.uniqueArray(fc.integer({ min: 1, max: 8 })),
    window: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), fc.boolean(), fc.nat(120), (drawn, mixes, look) => {
      const runs = drawn.map((each, i): [number, OfflineProgramme] => [
        each.start,
        programme(i + 1, each.seconds, {
          weight: each.weight,
          ...(each.part === undefined ? {} : { part: each.part }),
          ...(each.resume === undefined ? {} : { resume: each.resume }),
          held_by: each.holders,
          ...(each.window === undefined ? {} : { window_ms: each.window * 1000 }),
        }),
      ]);
      const expected = byHand(runs, mixes, 220);
      const manifest = schedule(...runs);
      const stretches = offlineSchedule(
        manifest,
        { fromMs: look * 1000, toMs: 220_000 },
        { ...means, mixes },
      );
      for (let s = look; s < 220; s++) {
        const at = stretches.find(({ fromMs, until_ms }) => s * 1000 >= fromMs && s * 1000 < until_ms);
        const heard = at?.heard.map(({ programme: { task }, beganMs }) => `${task}@${s - beganMs / 1000}`);
        expect(heard?.join(' ')).toBe(expected[s]);
      }
    }),
    randomRuns(300),
  );
});
