import { expect, it } from 'vitest';
import { builtinRoleName } from '../../contract/api/firstRoles.ts';
import { faultsByGroup } from '../../src/views/shared/faults/faultGroups.ts';

it('open faults are counted in the menu group that handles them', () => {
  const counts = faultsByGroup([
    { kind: 'terminal_lost' },
    { kind: 'terminal_silent' },
    { kind: 'schedule_missed' },
    { kind: 'disk' },
  ]);
  expect(Object.fromEntries(counts)).toEqual({ terminal_status: 2, task_status: 1, system: 1 });
});

it('a built-in role is named in every language, a renamed one by its given name', () => {
  expect(builtinRoleName('管理员', 'en')).toBe('Administrator');
  expect(builtinRoleName('Operator', 'kr')).toBe('운영자');
  expect(builtinRoleName('비상 담당자', 'cn')).toBe('应急人员');
  expect(builtinRoleName('值班员', 'en')).toBe('值班员');
});
