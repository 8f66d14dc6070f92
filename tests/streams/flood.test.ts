import { describe, expect, it } from 'vitest';
import type { AlarmEnded, AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import type { AlarmPlan } from '../../contract/entities/tasks/alarmPlan.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { groupFaults } from '../../src/streams/faultLines.ts';
import { type FloodSource, floodGroups, floodItems, floodOf } from '../../src/streams/flood.ts';
import { faultRow } from './faultRow.ts';

const MINUTE = 60_000;
const now = 1_800_000_000_000;
const fault = (id: number, more: Partial<Fault> = {}) =>
  faultRow(id, { opened_at: now / 1000 - 60, ...more });
const source = (alarms: AlarmLive[], faults: Fault[], ended: Partial<FloodSource['ended']> = {}) => ({
  alarms,
  faults,
  ended: { alarms: [], faults: [], ...ended },
});
const alarm = (more: Partial<AlarmLive>): AlarmLive =>
  ({
    id: 1,
    plan_id: 5,
    plan_name: 'Fire',
    org: [1],
    drill: 'none',
    state: 'alarming',
    began_at: now - 30_000,
    acknowledged_at: null,
    ...more,
  }) as AlarmLive;
const plan = (more: Partial<AlarmPlan>): AlarmPlan =>
  ({ id: 5, fire_control_device: null, linkage_task_ids: [], steps: [], ...more }) as AlarmPlan;
const every = (n: number, from: number, gap = 1000) =>
  Array.from({ length: n }, (_, i) => ({ at: from + i * gap }));

describe('more than 10 in 10 minutes are a flood', () => {
  it('ten are none, eleven are one', () => {
    expect(floodOf(every(10, now - MINUTE), now)).toMatchObject({ count: 10, isFlood: false });
    expect(floodOf(every(11, now - MINUTE), now)).toMatchObject({
      count: 11,
      isFlood: true,
      since: now - MINUTE,
    });
  });

  it('lasts from its first item until fewer than five come in ten minutes', () => {
    const began = now - 14 * MINUTE;
    const items = [{ at: now - 60 * MINUTE }, ...every(20, began), ...every(5, now - 5 * MINUTE)];
    expect(floodOf(items, now)).toEqual({ count: 5, isFlood: true, since: began });
    expect(floodOf(items.slice(0, -1), now)).toMatchObject({ count: 4, isFlood: false });
  });
});

describe('groups of a flood', () => {
  const items = floodItems(
    source(
      [alarm({}), alarm({ id: 2, plan_id: 6, org: [1, 2], began_at: now - 10_000, state: 'starting' })],
      [
        fault(3, { org: 2, opened_at: now / 1000 - 300 }),
        fault(4, { kind: 'fire_device_lost' }),
        fault(7, {
          kind: 'alarm_message',
          subject: '9',
          terminal_id: null,
          org: null,
          state: 'acknowledged',
        }),
        fault(-1, { kind: 'database', terminal_id: null, org: null }),
      ],
    ),
    [
      plan({ fire_control_device: 4 }),
      plan({ id: 6, steps: [{ name: '', after_s: null, linkage_task_ids: [9] }] }),
    ],
  );

  it('items are in order of time; each can be acknowledged or not, as the server says', () => {
    expect(items.map(({ key }) => key)).toEqual([
      'fault3',
      'fault-1',
      'fault4',
      'fault7',
      'alarm1',
      'alarm2',
    ]);
    expect(items.filter(({ open }) => open).map(({ key }) => key)).toEqual(['fault3', 'fault4', 'alarm1']);
    expect(items.filter(({ fresh }) => !fresh).map(({ key }) => key)).toEqual(['fault7']);
  });

  it('by zone: alarms first, then the earliest; several zones count as none', () => {
    const groups = floodGroups(items, 'zone');
    expect(groups.map(({ key, items }) => [key, items.length])).toEqual([
      ['', 3],
      ['1', 2],
      ['2', 1],
    ]);
    expect(groups[0]?.first.key).toBe('fault-1');
    expect(groups[0]?.latest.key).toBe('alarm2');
  });

  it('by plan: faults of its alarm terminal and of its messages are in its group', () => {
    const groups = floodGroups(items, 'plan');
    const keys = Object.fromEntries(groups.map(({ key, items }) => [key, items.map((one) => one.key)]));
    expect(keys).toEqual({ '5': ['fault4', 'alarm1'], '6': ['fault7', 'alarm2'], '': ['fault3', 'fault-1'] });
  });

  it('by plan: a loudspeaker is with the plan that sounds there, by terminal, zone or group; one in alarm first', () => {
    const tasks = [
      { id: 9, devices: [21], orgs: [], groups: [] },
      { id: 10, devices: [], orgs: [7], groups: [] },
      { id: 11, devices: [], orgs: [], groups: [3] },
    ];
    const plans = [9, 10, 11].map((id) => plan({ id: id * 10, linkage_task_ids: [id] }));
    const reach = {
      tasks,
      zonesOver: (org: number) => new Set(org === 8 ? [8, 7] : [org]),
      groupsOf: (terminal: number) => (terminal === 21 || terminal === 23 ? [3] : []),
    };
    const faults = [fault(21), fault(22, { org: 8 }), fault(23), fault(24)];
    const found = floodItems(source([alarm({ plan_id: 110 })], faults), plans, reach);
    expect(Object.fromEntries(found.map(({ key, plans: of }) => [key, of]))).toEqual({
      fault21: [110, 90],
      fault22: [100],
      fault23: [110],
      fault24: [],
      alarm1: [110],
    });
  });

  it('by kind', () => {
    expect(floodGroups(items, 'kind').map(({ key }) => key)).toEqual([
      'alarm',
      'terminal_lost',
      'database',
      'fire_device_lost',
      'alarm_message',
    ]);
  });

  it('a group keeps its place when an item joins it', () => {
    const before = floodGroups(items, 'zone').map(({ key }) => key);
    const more = floodItems(
      source(
        [alarm({})],
        [
          fault(3, { org: 2, opened_at: now / 1000 - 300 }),
          fault(4),
          fault(8, { org: 2, opened_at: now / 1000 }),
        ],
      ),
    );
    expect(floodGroups(more, 'zone').map(({ key }) => key)).toEqual(before.slice(1));
  });
});

describe('items that began and are over', () => {
  const over = (id: number) =>
    fault(id, { state: 'resolved', opened_at: now / 1000 - 20, resolved_at: now / 1000 - 5 });
  const faults = Array.from({ length: 38 }, (_, i) => over(i + 1));
  const drill: AlarmEnded = {
    id: 9,
    plan_id: 5,
    plan_name: 'Fire',
    org: [1],
    drill: 'silent',
    began_at: now - 60_000,
    ended_at: now - 1_000,
  };

  it('38 alarms that began and ended are a flood, although none is active and none needs an action', () => {
    const items = floodItems(source([], [], { faults }));
    expect(floodOf(items, now)).toMatchObject({ count: 38, isFlood: true });
    expect(items.every(({ over, fresh, open }) => over && !fresh && !open)).toBe(true);
    expect(floodGroups(items, 'cause', groupFaults([], faults)).map((group) => group.items.length)).toEqual([
      38,
    ]);
  });

  it('a row in both lists counts once, as over; an ended alarm as well', () => {
    const items = floodItems(
      source([alarm({ id: 9, began_at: drill.began_at })], [fault(1)], {
        faults: [over(1)],
        alarms: [drill],
      }),
    );
    expect(items.map(({ key, over }) => [key, over])).toEqual([
      ['alarm9', true],
      ['fault1', true],
    ]);
  });

  it('an item that ends keeps its place in the same group', () => {
    const standing = [fault(1), fault(2, { org: 2, opened_at: now / 1000 - 30 }), fault(3)];
    const before = groupFaults([], standing);
    const ended = [{ ...standing[0], state: 'resolved' } as Fault];
    const lines = groupFaults(before, [...ended, ...standing.slice(1)]);
    const groups = (items: ReturnType<typeof floodItems>, of: typeof lines) =>
      floodGroups(items, 'cause', of).map(({ key, items: all }) => [key, ...all.map((one) => one.key)]);
    expect(groups(floodItems(source([], standing.slice(1), { faults: ended })), lines)).toEqual(
      groups(floodItems(source([], standing)), before),
    );
  });
});
