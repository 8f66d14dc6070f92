import { expect, test } from 'vitest';
import { ends, firstEnds } from '../../../src/views/tasks/schedule/when/endChoice.ts';

test('each way to end a task sets its own value and empties those of the others', () => {
  expect(ends.map((end) => firstEnds(end, '08:30:00'))).toEqual([
    { end_time: null, duration: null, count: null },
    { end_time: '09:30:00', duration: null, count: null },
    { end_time: null, duration: 60, count: null },
    { end_time: null, duration: null, count: 1 },
  ]);
});

test('an end an hour after a start late in the evening is on the next day', () => {
  expect(firstEnds('end_time', '23:30:15').end_time).toBe('00:30:15');
});
