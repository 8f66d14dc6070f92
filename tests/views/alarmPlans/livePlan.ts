import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';

/** A plan as a row of its topic. */
export const livePlan = (more: Partial<AlarmPlanLive> = {}): AlarmPlanLive => ({
  id: 1,
  name: 'Block A',
  org: 2,
  priority: 50,
  fire_control_device: null,
  input_nums: [],
  output_nums: [],
  linkage_task_ids: [1],
  steps: [],
  gpio_set_task_ids: [],
  reset_time: 0,
  activated: true,
  desc: '',
  status: 'not_started',
  rev: 1,
  created_at: 0,
  alarm_id: null,
  targets: 4,
  online: 4,
  device_online: true,
  ready: true,
  drilling: false,
  last_alarm_at: null,
  ...more,
});
