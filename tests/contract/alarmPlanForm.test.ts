import { expect, test } from 'vitest';
import { alarmPlanForm } from '../../contract/entities/tasks/alarmPlan.ts';

const faults = (plan: object) =>
  alarmPlanForm
    .safeParse({ name: 'P', ...plan })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);
const step = (after_s: number | null) => ({ name: '', after_s, linkage_task_ids: [4] });

test('a plan whose first phase does nothing is refused beside that phase, whatever its steps do', () => {
  for (const after_s of [null, 30])
    expect(faults({ steps: [step(after_s)] })).toEqual([['linkage_task_ids', 'rules.selectFirstLinkage']]);
  expect(faults({})).toEqual([['linkage_task_ids', 'rules.selectLinkage']]);
  for (const first of [{ linkage_task_ids: [1] }, { gpio_set_task_ids: [1] }])
    expect(faults({ ...first, steps: [step(null)] })).toBeUndefined();
  expect(faults({ fire_control_device: 2, output_nums: [1], steps: [step(60)] })).toBeUndefined();
});
