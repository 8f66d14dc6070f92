import { describe, expect, it } from 'vitest';
import type { Meeting, TimelineRun } from '../../../contract/entities/tasks/scheduledTask.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import { barsOf, heapLabels, labelPlace, shadeOf } from '../../../src/views/tasks/schedule/timeline/bars.ts';
import {
  clampWindow,
  spanOf,
  stepDate,
  ticksOf,
  zoomWindow,
} from '../../../src/views/tasks/schedule/timeline/scale.ts';
import {
  EVERYWHERE,
  neverHeard,
  piecesOf,
  runsByZone,
  soundingCurve,
  timedRuns,
} from '../../../src/views/tasks/schedule/timeline/zoneRuns.ts';

/** Zone 1 holds 2 and 3. */
const zones = [
  { id: 1, parent_id: null, name: 'School', online: 3, offline: 0, behind_relay: 0 },
  { id: 2, parent_id: 1, name: 'Block A', online: 1, offline: 0, behind_relay: 0 },
  { id: 3, parent_id: 1, name: 'Block B', online: 2, offline: 0, behind_relay: 0 },
];

function run(
  task_id: number,
  start: number,
  end: number | null,
  more: Partial<TimelineRun> = {},
): TimelineRun {
  return {
    task_id,
    plan_id: null,
    name: `Task ${task_id}`,
    task_type: 0,
    audio_source: 0,
    start,
    end,
    priority: 50,
    weight: 100,
    org: [2],
    terminals: 1,
    meets: [],
    ...more,
  };
}
const lost = (task_id: number, at: number, terminals = 1): Meeting => ({
  kind: 'preempted_by',
  task_id,
  name: `Task ${task_id}`,
  at,
  terminals,
});

describe('runs of a zone', () => {
  it('a run is listed in its zone, in the ancestors, and in the row of the whole site', () => {
    const byZone = runsByZone(timedRuns([run(1, 0, 60), run(2, 0, 60, { org: [] })]), zones);
    expect(byZone.get(2)?.map((one) => one.task_id)).toEqual([1]);
    expect(byZone.get(1)?.map((one) => one.task_id)).toEqual([1]);
    expect(byZone.get(3)).toBeUndefined();
    expect(byZone.get(EVERYWHERE)?.map((one) => one.task_id)).toEqual([1, 2]);
  });

  it('a run that is held back sounds before and after, and names the other task', () => {
    const runs = timedRuns([run(1, 0, 600, { meets: [lost(2, 100)] }), run(2, 100, 200, { weight: 200 })]);
    const pieces = piecesOf(runs, new Set([2])).filter((piece) => piece.run.task_id === 1);
    expect(pieces.map(({ kind, from, to, by }) => [kind, from, to, by])).toEqual([
      ['sounds', 0, 100, ''],
      ['held', 100, 200, 'Task 2'],
      ['sounds', 200, 600, ''],
    ]);
    expect(neverHeard(pieces)).toBe(0);
  });

  it('a run within a stronger one is never heard there', () => {
    const runs = timedRuns([run(1, 120, 180, { meets: [lost(2, 120)] }), run(2, 100, 200, { weight: 200 })]);
    const pieces = piecesOf(runs, new Set([2]));
    expect(pieces.filter((piece) => piece.kind === 'never').map((piece) => piece.run.task_id)).toEqual([1]);
    expect(neverHeard(pieces)).toBe(1);
  });

  it('in a parent zone it is held back only where the stronger one sounds in all of its zones', () => {
    const wide = run(1, 0, 600, { org: [2, 3], terminals: 3, meets: [lost(2, 100)] });
    const runs = timedRuns([wide, run(2, 100, 200, { weight: 200 })]);
    const kinds = (within: number[]) =>
      piecesOf(runs, new Set(within))
        .filter((piece) => piece.run.task_id === 1)
        .map((piece) => piece.kind);
    expect(kinds([2])).toEqual(['sounds', 'held', 'sounds']);
    expect(kinds([1, 2, 3])).toEqual(['sounds']);
  });

  it('counts terminals planned to sound at the same time, without control tasks', () => {
    const runs = timedRuns([
      run(1, 0, 50, { terminals: 4 }),
      run(2, 25, 75, { terminals: 3 }),
      run(3, 0, 100, { terminals: 9, task_type: 10 }),
    ]);
    expect(soundingCurve(runs, { from: 0, to: 100 }, 4)).toEqual([4, 7, 3, 0]);
  });
});

describe('bars', () => {
  const window = { from: 0, to: 1000 };

  it('two thousand bells a pixel apart are drawn once, and the bar has their number', () => {
    const runs = timedRuns(Array.from({ length: 2000 }, (_, i) => run(i, 500, 501)));
    const bars = barsOf(piecesOf(runs, new Set([2])), window, 1000);
    expect(bars.map((bar) => bar.count)).toEqual([2000]);
  });

  it('a lane draws no more bars than a screen has pixels, for any number of runs', () => {
    const runs = timedRuns(Array.from({ length: 20_000 }, (_, i) => run(i, i, i + 40)));
    const bars = barsOf(piecesOf(runs, new Set([2])), { from: 0, to: 20_000 }, 3000);
    expect(bars.length).toBeLessThanOrEqual(600);
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(20_000);
  });

  it('a short bell over a long programme is visible', () => {
    const runs = timedRuns([run(1, 0, 900), run(2, 500, 501, { weight: 200 })]);
    expect(barsOf(piecesOf(runs, new Set([2])), window, 1000)).toHaveLength(2);
  });

  it('a run that is never heard has its label, others give way', () => {
    const never = run(1, 100, 150, { meets: [lost(3, 0)] });
    const held = run(2, 300, 400, { meets: [lost(4, 350)] });
    const runs = timedRuns([never, held, run(3, 0, 200), run(4, 350, 360)]);
    const lower = barsOf(
      piecesOf(runs, new Set([2])).filter((piece) => piece.kind !== 'sounds'),
      window,
      1000,
    );
    expect(heapLabels(lower, 1000, () => 300).map((label) => label.bar.piece.run.task_id)).toEqual([1]);
    expect(heapLabels(lower, 1000, () => 50).map((label) => label.bar.piece.run.task_id)).toEqual([1, 2]);
  });

  it('the name of a short bell is not written over the long programme below it', () => {
    const over = barsOf(piecesOf(timedRuns([run(1, 0, 900), run(2, 500, 501)]), new Set([2])), window, 1000);
    expect(over.map((bar) => bar.space > 0)).toEqual([false, false]);
    const behind = barsOf(
      piecesOf(timedRuns([run(1, 0, 499), run(2, 500, 501)]), new Set([2])),
      window,
      1000,
    );
    expect(behind.at(-1)?.space).toBe(497);
  });

  it('a name is inside its bar, behind it, or nowhere', () => {
    const [bar] = barsOf(piecesOf(timedRuns([run(1, 100, 200)]), new Set([2])), window, 1000);
    if (bar === undefined) throw new Error('no bar');
    expect(labelPlace(bar, 'Bell')).toBe('in');
    expect(labelPlace({ ...bar, width: 4 }, 'Bell')).toBe('behind');
    expect(labelPlace({ ...bar, width: 4, space: 10 }, 'Bell')).toBe('none');
    // Another bar begins ten pixels after its start.
    expect(labelPlace({ ...bar, width: 100, space: -90 }, 'Bell')).toBe('none');
  });

  it('a stronger grey outranks', () => {
    expect([20, 40, 60, 90].map(shadeOf)).toEqual([0, 1, 2, 3]);
  });
});

describe('days and weeks of the site', () => {
  it('a day lasts from midnight to midnight of the site, also when clocks change', () => {
    const berlin = createZone('Europe/Berlin');
    const hours = (date: string) => {
      const { from, to } = spanOf(date, 'day', berlin);
      return (to - from) / 3600;
    };
    expect([hours('2026-03-28'), hours('2026-03-29'), hours('2026-10-25')]).toEqual([24, 23, 25]);
  });

  it('a week begins on Monday', () => {
    const zone = createZone('Asia/Shanghai');
    const monday = Date.parse('2026-11-16T00:00:00+08:00') / 1000;
    for (const date of ['2026-11-16', '2026-11-21', '2026-11-22'])
      expect(spanOf(date, 'week', zone).from).toBe(monday);
    expect(stepDate('2026-11-21', 'week', 1)).toBe('2026-11-28');
  });

  it('ticks are at round times, none twice when the clocks go back', () => {
    const berlin = createZone('Europe/Berlin');
    const span = spanOf('2026-10-25', 'day', berlin);
    const ticks = ticksOf(span, 2000, berlin);
    expect(ticks[0]).toBe(span.from);
    expect(new Set(ticks).size).toBe(ticks.length);
    expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
  });

  it('a window stays within its span and is at least ten minutes long', () => {
    const span = { from: 0, to: 86_400 };
    expect(clampWindow({ from: -100, to: 3500 }, span)).toEqual({ from: 0, to: 3600 });
    expect(zoomWindow({ from: 40_000, to: 41_000 }, 0.1, span)).toEqual({ from: 40_200, to: 40_800 });
    expect(zoomWindow({ from: 40_000, to: 80_000 }, 9, span)).toEqual(span);
  });
});
