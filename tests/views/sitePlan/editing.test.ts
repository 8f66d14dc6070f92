import { expect, test } from 'vitest';
import type { PlanMark } from '../../../contract/entities/site/sitePlan.ts';
import {
  begin,
  changed,
  moved,
  placed,
  redone,
  removed,
  stepOf,
  undone,
} from '../../../src/views/system/sitePlans/editing.ts';

const speaker = { kind: 'terminal', id: 7 } as const;
const empty = { marks: [], areas: [] };

test('a mark is placed once, then moved within the plan, in steps that can be undone and done again', () => {
  let editing = begin(empty);
  editing = changed(editing, placed(editing.now, speaker, { x: 0.5, y: 0.5 }));
  editing = changed(editing, moved(editing.now, 'terminal 7', 0.8, -0.005));
  expect(editing.now.marks).toEqual([{ ...speaker, x: 1, y: 0.495 }]);
  editing = changed(editing, placed(editing.now, speaker, { x: 0.2, y: 0.3 }));
  expect(editing.now.marks).toEqual([{ ...speaker, x: 0.2, y: 0.3 }]);
  editing = changed(editing, removed(editing.now, 'terminal 7'));
  expect(editing.now.marks).toEqual([]);
  editing = undone(undone(editing));
  expect(editing.now.marks).toEqual([{ ...speaker, x: 1, y: 0.495 }]);
  editing = redone(editing);
  expect(editing.now.marks).toEqual([{ ...speaker, x: 0.2, y: 0.3 }]);
  // A change after undoing takes the place of what was undone.
  editing = changed(undone(editing), empty);
  expect(redone(editing)).toBe(editing);
  for (let i = 0; i < 5; i++) editing = undone(editing);
  expect(editing.now.marks).toEqual([]);
});

test('what is placed has only the fields of a mark', () => {
  const more = { ...speaker, x: 0.1, y: 0.1, name: 'Hall' } as PlanMark;
  expect(placed(empty, more, { x: 0.123456, y: -1 }).marks).toEqual([{ ...speaker, x: 0.1235, y: 0 }]);
});

test('an arrow key moves a little, with Shift further; other keys do not move', () => {
  const [small] = stepOf({ key: 'ArrowRight', shiftKey: false }) ?? [0];
  const [large] = stepOf({ key: 'ArrowRight', shiftKey: true }) ?? [0];
  expect(small).toBeGreaterThan(0);
  expect(large).toBeGreaterThan(small);
  expect(stepOf({ key: 'a', shiftKey: false })).toBeNull();
});
