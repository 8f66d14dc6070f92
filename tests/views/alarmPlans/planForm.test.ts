import { describe, expect, it } from 'vitest';
import {
  dryRunBody,
  newPlan,
  planSchema,
  planValues,
  stepTimes,
} from '../../../src/views/emergency/plans/planForm.ts';
import { lacksOf, planKind, planState } from '../../../src/views/emergency/plans/planKind.tsx';
import { groupedFilter } from '../../../src/views/shared/groups/useGroupedView.ts';
import { livePlan } from './livePlan.ts';

describe('times of the steps of a plan', () => {
  it('are sums of the delay and the waits, up to a step by hand', () => {
    expect(stepTimes(10, [])).toEqual([10]);
    expect(stepTimes(10, [{ after_s: 60 }, { after_s: 30 }])).toEqual([10, 70, 100]);
    expect(stepTimes(0, [{ after_s: 60 }, { after_s: null }, { after_s: 30 }])).toEqual([0, 60, null, null]);
  });
});

describe('form of a plan', () => {
  const faults = (values: object) =>
    (planSchema.safeParse({ ...newPlan(null), ...values }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message.split(/[|{]/)[0],
    ]);

  it('reports all missing values at once: name and actions', () => {
    const found = faults({}).map(([path]) => path);
    expect(found).toEqual(expect.arrayContaining(['name', 'linkage_task_ids']));
  });

  it('requires a linkage task in every step, and the terminal of the inputs', () => {
    const steps = [{ name: '', after_s: 60, linkage_task_ids: [] }];
    expect(faults({ name: 'A', linkage_task_ids: [1], steps })).toEqual([
      ['steps.0.linkage_task_ids', 'rules.selectLinkage'],
    ]);
    expect(faults({ name: 'A', linkage_task_ids: [1], input_nums: [1] })).toEqual([
      ['fire_control_device', 'rules.selectFireDevice'],
    ]);
  });

  it('returns the fields of a saved plan without those that the server adds', () => {
    const plan = livePlan({ steps: [{ name: 'Site', after_s: null, linkage_task_ids: [2] }] });
    const values = planValues(plan);
    expect(values).not.toHaveProperty('status');
    expect(planSchema.parse(values)).toEqual(values);
  });

  it('has a dry run as soon as the plan has an action, with or without a name', () => {
    expect(dryRunBody(newPlan(null))).toBeUndefined();
    expect(dryRunBody({ ...newPlan(null), linkage_task_ids: [1] })).toMatchObject({ linkage_task_ids: [1] });
  });
});

describe('defects of a plan', () => {
  it('are shown while the plan is idle, and the state of its alarm otherwise', () => {
    expect(lacksOf(livePlan())).toEqual([]);
    const bad = livePlan({ ready: false, device_online: false, targets: 0 });
    expect(lacksOf(bad)).toEqual(['message', 'device', 'nowhere']);
    expect(planState(bad)).toBe('not_ready');
    expect(planState({ ...bad, status: 'alarming' })).toBe('in_alarm');
    // The plan switches outputs only: reaching no loudspeaker is no defect.
    expect(lacksOf(livePlan({ linkage_task_ids: [], output_nums: [1], targets: 0 }))).toEqual([]);
  });
});

describe('list of plans', () => {
  const rows = [
    livePlan({ id: 1, name: 'Block A', org: 2, activated: true }),
    livePlan({ id: 2, name: 'Gas', org: 3, activated: false, ready: false, fire_control_device: 9 }),
    livePlan({
      id: 3,
      name: 'Flood',
      org: null,
      steps: [{ name: 'Cellar', after_s: 1, linkage_task_ids: [1] }],
    }),
  ];
  const shown = (
    criteria: { q?: string; filters?: Record<string, string> },
    more: { within?: number[]; members?: number[]; part?: 'all' | 'base' } = {},
  ) => {
    const set = (ids: number[] | undefined) => (ids === undefined ? undefined : new Set(ids));
    const filter = groupedFilter(
      planKind,
      { q: criteria.q, filters: criteria.filters ?? {} },
      set(more.within),
      set(more.members),
      more.part ?? 'all',
    );
    return rows.filter(filter).map((row) => row.id);
  };

  it('is filtered by word, zone, group, state and the filters of plans', () => {
    expect(shown({})).toEqual([1, 2, 3]);
    expect(shown({ q: 'cellar' })).toEqual([3]);
    expect(shown({}, { within: [2, 3] })).toEqual([1, 2]);
    expect(shown({}, { members: [3] })).toEqual([3]);
    expect(shown({ filters: { state: 'not_ready' } })).toEqual([2]);
    expect(shown({ filters: { activated: 'true' } })).toEqual([1, 3]);
    expect(shown({ filters: { device: '9', id: '1' } })).toEqual([2]);
  });

  it('counts by state the rows that pass all other filters', () => {
    expect(shown({ filters: { state: 'not_ready', activated: 'false' } }, { part: 'base' })).toEqual([2]);
    expect(shown({ filters: { state: 'not_ready' } }, { part: 'base' })).toEqual([1, 2, 3]);
  });
});
