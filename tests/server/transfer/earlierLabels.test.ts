import { expect, test } from 'vitest';
import { tableOf } from '../../../server/edge/transfer/columns.ts';

test.each([
  ['a label of an earlier version', ['이름', '복귀 시간(초)'], ['name', 'reset_time']],
  ['a label without its spaces', ['名称', 'GPIO任务'], ['name', 'gpio_set_task_ids']],
  ['a key', ['name', 'reset_time'], ['name', 'reset_time']],
])('a column is found by %s', (_, header, keys) => {
  const sheet = [
    [1, header],
    [2, ['Fire', '5']],
  ] as const;
  const table = tableOf('alarm_plan', sheet as never, 'kr');
  expect([...table.places.keys()]).toEqual(keys);
  expect(table.ignored).toEqual([]);
});
