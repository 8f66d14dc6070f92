import { expect, test } from 'vitest';
import { mustCover } from '../../../server/edge/integrations/actingAccount.ts';
import { pinsOf } from '../../../server/edge/integrations/telephone/telephoneForm.ts';
import type { Caller } from '../../../server/platform/auth/callers.ts';

/** docs/rules/telephone-system.md#callers-act-in-the-name-of-an-account */

const code = (text: string) => ({
  ...{ code: text, action: 'all_call' as const, zone: null },
  ...{ file: null, scheduled_task: null, alarm_plan: null },
});

test('PINs of codes stay, are replaced, and go with their code', () => {
  const plan = [code('1'), code('2')];
  expect(pinsOf(plan, { 2: 'new', 9: 'none' }, { 1: 'kept', 2: 'old', 3: 'gone' })).toEqual({
    1: 'kept',
    2: 'new',
  });
});

function account(id: number, permissions: string[], zones: number[] | 'all'): Caller {
  const scope = zones === 'all' ? { all: true as const } : { ids: new Set(zones) };
  return {
    ...{ sessionId: 0, accountId: id, code: `a${id}`, name: `A${id}`, roleCode: '', roleName: '' },
    ...{ permissions: new Set(permissions), granted: new Set(permissions), scope },
    ...{ wholeSite: zones === 'all', zoneRoots: zones === 'all' ? [] : zones },
    ...{ secure: true, mustChangePassword: false },
  } as unknown as Caller;
}
const author = account(1, ['caster_broadcast', 'operate_task'], [1, 2]);

test.each([
  ['fewer rights', account(2, ['operate_task'], [2]), null],
  ['a further right', account(2, ['operate_task', 'all_call_broadcast'], [2]), 403],
  ['a further zone', account(2, ['operate_task'], [2, 3]), 403],
  ['all zones', account(2, [], 'all'), 403],
  ['no such account', null, 404],
])('an account with %s', async (_, acting, code) => {
  const checked = mustCover({ fromAccount: async () => acting }, author, 2).then(
    () => null,
    (error: { code: number }) => error.code,
  );
  expect(await checked).toBe(code);
});
