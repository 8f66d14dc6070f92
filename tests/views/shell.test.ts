import { expect, it } from 'vitest';
import { builtinRoleName } from '../../contract/firstRoles.ts';
import { faultsByGroup } from '../../src/views/shell/faultGroups.ts';

it('open faults are counted where one looks after them', () => {
  const counts = faultsByGroup([
    { kind: 'terminal_lost' },
    { kind: 'terminal_silent' },
    { kind: 'schedule_missed' },
    { kind: 'disk' },
  ]);
  expect(Object.fromEntries(counts)).toEqual({ terminal_status: 2, task_status: 1, system: 1 });
});

it('a role of the first start has its name in every language, a renamed one the one it was given', () => {
  expect(builtinRoleName('管理员', 'en')).toBe('Administrator');
  expect(builtinRoleName('Operator', 'kr')).toBe('운영자');
  expect(builtinRoleName('비상 담당자', 'cn')).toBe('应急人员');
  expect(builtinRoleName('值班员', 'en')).toBe('值班员');
});
