import { NotepadRegular } from '@fluentui/react-icons';
import { type AlarmPlanLive, alarmPlanEntity } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { StatusName } from '../../kit/status/status.ts';
import type { GroupedKind } from '../../shared/groups/grouped.ts';
import { alarmPlanStates, alarmStatusName } from '../../shared/groups/useCandidates.ts';

/** Defect that would keep a plan from working in an alarm. */
export type PlanLack = 'message' | 'device' | 'nowhere';

export function lacksOf(plan: AlarmPlanLive): PlanLack[] {
  const sounds = plan.linkage_task_ids.length + plan.steps.length > 0;
  return [
    ...(plan.ready ? [] : (['message'] as const)),
    // Behind a lost relay, its inputs set off the plan at the relay.
    ...(plan.device_online || plan.device_relay !== null ? [] : (['device'] as const)),
    ...(sounds && plan.targets === 0 ? (['nowhere'] as const) : []),
  ];
}

/** State of the plan's alarm; without one, the readiness of the plan. */
export function planState(plan: AlarmPlanLive): StatusName {
  if (plan.status === 'not_started' && lacksOf(plan).length > 0) return 'not_ready';
  if (plan.drilling) return 'drill';
  return alarmStatusName[plan.status];
}

/** Alarm plans as a grouped list. */
export const planKind: GroupedKind<AlarmPlanLive> = {
  member: 'alarm_plan',
  entity: alarmPlanEntity,
  feed: (streams) => streams.alarmPlan,
  stateOf: planState,
  states: [
    ...alarmPlanStates.filter((state) => state !== 'not_started'),
    'drill',
    'not_ready',
    'not_started',
  ],
  text: (row) => [row.name, row.desc, ...row.steps.map((step) => step.name)],
  passes: {
    activated: (row, value) => row.activated === (value === 'true'),
    device: (row, value) => String(row.fire_control_device) === value,
  },
  locked: (row) => row.status !== 'not_started',
  icon: <NotepadRegular />,
  words: {
    create: 'alarmPlan.new',
    search: 'alarmPlan.search',
    noneTitle: 'alarmPlan.noneTitle',
    noneWhy: 'alarmPlan.noneWhy',
    deleteTitle: 'alarmPlan.deleteTitle',
    deleteWhy: 'alarmPlan.deleteWhy',
  },
};
