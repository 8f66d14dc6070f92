import { describe, expect, test } from 'vitest';
import type { PlanMark } from '../../../contract/entities/site/sitePlan.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { IoLive } from '../../../contract/entities/terminals/io.ts';
import type { DeviceRow } from '../../../src/streams/deviceState.ts';
import type { TerminalRow } from '../../../src/streams/kind.ts';
import {
  areaStates,
  byUrgency,
  type MarkRows,
  markStates,
  toneOf,
} from '../../../src/views/shared/sitePlan/planState.ts';
import { nextZones } from '../../../src/views/shared/sitePlan/usePlanAreas.ts';

const mark = (id: number, kind: PlanMark['kind'] = 'terminal'): PlanMark => ({ kind, id, x: 0.5, y: 0.5 });
const device = (state: DeviceRow['state'], more: object = {}) =>
  ({
    id: 1,
    kind: 'device',
    name: 'Hall',
    dev_name2: '',
    state,
    task_id: null,
    ...more,
  }) as unknown as TerminalRow;
const rowsOf = (row: TerminalRow | undefined, line?: Partial<IoLive>): MarkRows => ({
  terminal: () => row,
  line: () =>
    line === undefined ? undefined : ({ online: true, failed: false, line: null, ...line } as IoLive),
  lineName: () => 'Door',
  alarms: new Set([50]),
});
const toneIn = (rows: MarkRows, kind?: PlanMark['kind']) =>
  [...markStates([mark(1, kind)], rows).values()].map(({ status }) => [status, toneOf(status)]);

describe('marks', () => {
  test.each([
    ['free', {}, 'free', 'grey'],
    ['playing', { task_id: 4 }, 'playing', 'strong'],
    ['paused', {}, 'paused', 'grey'],
    ['expected', {}, 'expected', 'grey'],
    ['offline', {}, 'offline', 'fault'],
    ['offline_known', {}, 'offline_known', 'faultOutline'],
    ['no_sound', {}, 'no_sound', 'fault'],
    ['locked', {}, 'locked', 'fault'],
    ['playing', { task_id: 50 }, 'alarm_playing', 'alarm'],
    // It should play the alarm and does not: that is the fault, not the alarm.
    ['no_sound', { task_id: 50 }, 'no_sound', 'fault'],
  ] as const)('a terminal that is %s %o is shown as %s, %s', (state, more, status, tone) => {
    expect(toneIn(rowsOf(device(state, more)))).toEqual([[status, tone]]);
  });

  test.each([
    [{ direction: 'input', active: false }, 'input_normal', 'grey'],
    [{ direction: 'input', active: true }, 'input_active', 'fault'],
    [{ direction: 'input', active: false, line: 'open' }, 'line_fault', 'fault'],
    [{ direction: 'output', active: false }, 'output_off', 'grey'],
    [{ direction: 'output', active: true, failed: true }, 'output_failed', 'fault'],
  ] as const)('a line %o is shown as %s, %s', (line, status, tone) => {
    expect(toneIn(rowsOf(undefined, line as Partial<IoLive>), 'line')).toEqual([[status, tone]]);
  });

  test('what was deleted or is not seen is left out; what did not change stays the same object', () => {
    expect(markStates([mark(1)], rowsOf(undefined)).size).toBe(0);
    const marks = [mark(1)];
    const before = markStates(marks, rowsOf(device('free')));
    const same = markStates(marks, rowsOf(device('free')), before);
    expect(same.get('terminal 1')).toBe(before.get('terminal 1'));
    expect(markStates(marks, rowsOf(device('offline')), before).get('terminal 1')?.status).toBe('offline');
  });

  test('a list has the most urgent first', () => {
    const states = (['free', 'offline', 'playing', 'offline_known'] as const).map((status, i) => ({
      ...{ key: String(i), mark: mark(i), name: `T${i}`, status },
    }));
    const order = byUrgency(states).map(({ status }) => status);
    expect(order).toEqual(['offline', 'offline_known', 'playing', 'free']);
  });
});

describe('areas', () => {
  const zones = [
    { id: 1, parent_id: null },
    { id: 2, parent_id: 1 },
    { id: 3, parent_id: 2 },
    { id: 4, parent_id: 1 },
    { id: 5, parent_id: 1 },
  ].map((zone) => ({ ...zone, name: `Zone ${zone.id}`, online: 0, offline: 0, behind_relay: 0 }));
  const zone = (org: number, targets: number, sounding: number) => ({
    ...{ org, targets, sounding, unknown: 0, sent: 0, preempted: 0, offline: 0, behind_relay: 0 },
  });
  const alarm = {
    ...{ id: 9, plan_id: 6, state: 'alarming', drill: 'none', silenced: false, step: 0, steps: 1 },
    ...{ next_step_at: 90_000, zones: [zone(3, 4, 3), zone(4, 2, 2)] },
  } as unknown as AlarmLive;
  const plans = [
    { id: 6, steps: [{ name: '', after_s: 60, linkage_task_ids: [11] }] },
  ] as unknown as AlarmPlanLive[];
  const tasks = [
    { id: 10, orgs: [2] },
    { id: 11, orgs: [5] },
  ];

  test('an alarm marks its zones and those above them, silent rooms, and what the next step reaches', () => {
    const states = areaStates([alarm], nextZones([alarm], plans, tasks), zones);
    const silent = { tone: 'silent', isDrill: false, at: null, targets: 4, sounding: 3 };
    expect(states.get(3)).toEqual(silent);
    expect(states.get(2)).toEqual(silent);
    expect(states.get(4)).toMatchObject({ tone: 'alarm', targets: 2, sounding: 2 });
    expect(states.get(1)).toMatchObject({ tone: 'silent', targets: 6, sounding: 5 });
    expect(states.get(5)).toMatchObject({ tone: 'next', at: 90_000 });
  });

  test('a drill is marked as one, unless an alarm reaches the zone too', () => {
    const drill = { ...alarm, id: 10, drill: 'silent', zones: [zone(3, 4, 4), zone(4, 2, 2)] } as AlarmLive;
    const alone = areaStates([drill], nextZones([drill], plans, tasks), zones);
    expect([3, 4, 5].map((id) => alone.get(id)?.isDrill)).toEqual([true, true, true]);
    const real = { ...alarm, zones: [zone(4, 2, 2)] } as AlarmLive;
    for (const both of [
      [drill, real],
      [real, drill],
    ])
      expect([3, 4].map((id) => areaStates(both, [], zones).get(id)?.isDrill)).toEqual([true, false]);
  });

  test('in peace, and after a reset, no zone has a state', () => {
    expect(areaStates([], [], zones).size).toBe(0);
    const reset = { ...alarm, state: 'reset' } as AlarmLive;
    expect(areaStates([reset], nextZones([reset], plans, tasks), zones).size).toBe(0);
  });
});
