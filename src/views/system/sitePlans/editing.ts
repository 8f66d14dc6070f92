import {
  markKey,
  type PlanArea,
  type PlanMark,
  type SitePlan,
} from '../../../../contract/entities/site/sitePlan.ts';
import type { Place } from '../../shared/sitePlan/PlanSurface.tsx';

/** Marks and areas of a plan, as they are being edited. */
export interface Placed {
  marks: readonly PlanMark[];
  areas: readonly PlanArea[];
}

/** An edited plan with the steps that can be undone and done again. */
export interface Editing {
  now: Placed;
  past: readonly Placed[];
  future: readonly Placed[];
}

export const begin = ({ marks, areas }: Pick<SitePlan, 'marks' | 'areas'>): Editing => ({
  now: { marks, areas },
  past: [],
  future: [],
});

/** Makes a change that can be undone. */
export function changed(editing: Editing, now: Placed): Editing {
  return now === editing.now ? editing : { now, past: [...editing.past, editing.now], future: [] };
}

export function undone(editing: Editing): Editing {
  const before = editing.past.at(-1);
  if (before === undefined) return editing;
  return { now: before, past: editing.past.slice(0, -1), future: [editing.now, ...editing.future] };
}

export function redone(editing: Editing): Editing {
  const [next, ...future] = editing.future;
  if (next === undefined) return editing;
  return { now: next, past: [...editing.past, editing.now], future };
}

const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

/** Places a mark, or moves it if it is on the plan. */
export function placed(now: Placed, mark: Pick<PlanMark, 'kind' | 'id'>, { x, y }: Place): Placed {
  const next: PlanMark = { kind: mark.kind, id: mark.id, x: share(x), y: share(y) };
  const key = markKey(mark);
  const isThere = now.marks.some((one) => markKey(one) === key);
  return {
    ...now,
    marks: isThere ? now.marks.map((one) => (markKey(one) === key ? next : one)) : [...now.marks, next],
  };
}

export function removed(now: Placed, key: string): Placed {
  return { ...now, marks: now.marks.filter((one) => markKey(one) !== key) };
}

/** Moves a mark by shares of the plan. */
export function moved(now: Placed, key: string, x: number, y: number): Placed {
  const mark = now.marks.find((one) => markKey(one) === key);
  return mark === undefined ? now : placed(now, mark, { x: mark.x + x, y: mark.y + y });
}

/** Steps of arrow keys, shares of the plan; the larger with Shift. */
const STEP = 0.005;
const LARGE_STEP = 0.05;

/** Direction of an arrow key as shares of the plan; null: another key. */
export function stepOf({ key, shiftKey }: { key: string; shiftKey: boolean }): [x: number, y: number] | null {
  const by = shiftKey ? LARGE_STEP : STEP;
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-by, 0],
    ArrowRight: [by, 0],
    ArrowUp: [0, -by],
    ArrowDown: [0, by],
  };
  return steps[key] ?? null;
}
