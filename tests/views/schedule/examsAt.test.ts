import { expect, it } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import { examsAt, reachedBy } from '../../../src/views/tasks/schedule/exam/examsAt.ts';

const zones = [
  { id: 1, parent_id: null, name: 'School' },
  { id: 2, parent_id: 1, name: 'North' },
  { id: 3, parent_id: 1, name: 'South' },
] as PartitionLive[];
const plan = (more: Partial<Plan>) =>
  ({ name: 'Finals', exam: true, validity: 'in_effect', org: [2], ...more }) as Plan;
const at = (plans: Plan[], orgs: number[] | null, devices: number[] = [], groups: number[] = []) =>
  examsAt(plans, zones, { orgs, devices, groups }, (id) => (id === 20 ? 2 : 3));

it('a change asks for the exams in effect that it may reach: by zone, zone above, terminal, group, everywhere', () => {
  const finals = [plan({})];
  expect(at(finals, [2])).toEqual(['Finals']);
  expect(at(finals, [1])).toEqual(['Finals']);
  expect(at(finals, [], [20])).toEqual(['Finals']);
  expect(at(finals, [], [], [9])).toEqual(['Finals']);
  expect(at(finals, null)).toEqual(['Finals']);
  expect(at(finals, [3], [30])).toEqual([]);
});

it('a change of rows that name their zones asks in these zones only, without those below', () => {
  const of = (org: number[] | null) => examsAt([plan({})], zones, reachedBy([{ org }]), () => undefined);
  expect(of([2])).toEqual(['Finals']);
  expect(of([1])).toEqual([]);
  expect(of(null)).toEqual([]);
});

it('no plan asks that is no exam, is over, switched off, or has no tasks', () => {
  expect(at([plan({ exam: false })], null)).toEqual([]);
  expect(at([plan({ validity: 'expired' }), plan({ validity: 'not_effective' })], null)).toEqual([]);
  expect(at([plan({ org: null })], [2])).toEqual([]);
});
