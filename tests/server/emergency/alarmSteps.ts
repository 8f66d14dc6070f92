import fc from 'fast-check';
import { alarmPermissions, drillPermission, type PermissionKey } from '../../../contract/api/permissions.ts';
import type { AlarmAction } from '../../../contract/codes.ts';
import { PANELS, plans } from './alarmModelSite.ts';

export const panel = fc.constantFrom(...PANELS);
export const input = fc.constantFrom(1, 2);
export const plan = fc.constantFrom(1, 2, 3);
const action = fc.constantFrom<Exclude<AlarmAction, 'start'>>(
  'stop',
  'reset',
  'acknowledge',
  'silence',
  'unsilence',
  'step',
);
/** Actor: one of two accounts, with permissions and zones. Most may do what they do. */
const keys: PermissionKey[] = [...new Set([...Object.values(alarmPermissions).flat(), ...drillPermission])];
const who = fc.record({
  account: fc.nat(1),
  keys: fc.oneof({ weight: 3, arbitrary: fc.constant(keys) }, fc.subarray(keys)),
  zones: fc.oneof({ weight: 4, arbitrary: fc.constant<number[]>([1, 2]) }, fc.subarray<number>([1, 2])),
});
type Who = typeof who extends fc.Arbitrary<infer W> ? W : never;

export const byOf = ({ account, keys: own, zones }: Who) => ({
  caller: {
    sessionId: 1,
    accountId: account,
    code: 'a',
    name: 'A',
    roleCode: '',
    roleName: '',
    permissions: new Set(own),
    granted: new Set(own),
    scope: { ids: new Set(zones) },
    wholeSite: false,
    zoneRoots: zones,
    secure: true,
    mustChangePassword: false,
  },
  ip: '',
});
export const mayAct = (by: Who, id: number, needed: readonly PermissionKey[]) =>
  plans.some((one) => one.id === id && by.zones.some((zone) => zone === one.org)) &&
  needed.some((key) => by.keys.includes(key));

export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('contact' as const), panel, input, on: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('act' as const), plan, action, who }) },
  fc.record({
    kind: fc.constant('start' as const),
    plan,
    drill: fc.constantFrom('none' as const, 'silent' as const),
    who,
  }),
  fc.record({ kind: fc.constant('test' as const), panel, input, on: fc.boolean() }),
  fc.record({ kind: fc.constant('link' as const), panel, on: fc.boolean() }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(100, 2_000, 40_000) }),
  { weight: 2, arbitrary: fc.constant({ kind: 'commit' as const }) },
  fc.constant({ kind: 'crash' as const }),
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
