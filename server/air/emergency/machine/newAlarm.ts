import { alarmState } from '../../../../contract/codes.ts';
import type { AdoptedTerminal } from '../../../site/terminals/directory.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { AlarmStart } from './alarmsApi.ts';

/** Makes the row of an alarm that begins now (epoch ms) and sounds after a delay. */
export function newAlarm(
  id: number,
  plan: AlarmPlanRow,
  start: AlarmStart,
  device: AdoptedTerminal | undefined,
  now: number,
  delay_s: number,
): AlarmRow {
  return {
    id,
    plan_id: plan.id,
    plan_name: plan.name,
    priority: plan.priority,
    orgs: null,
    device_id: plan.fire_control_device,
    device_name: device === undefined ? '' : device.row.dev_name2 || device.row.name,
    device_code: device?.code ?? '',
    origin: start.origin,
    drill: start.drill,
    drill_targets: [...start.targets],
    state: alarmState.starting,
    input_nums: [],
    output_nums: start.drill === 'none' ? plan.output_nums : [],
    step: 0,
    step_at: null,
    began_at: now,
    starts_at: now + delay_s * 1000,
    alarming_at: null,
    acknowledged_at: null,
    acknowledged_by: '',
    silenced: false,
    reset_at: null,
    reset_by_user: '',
    reset_until: null,
    cancelled: false,
    ended_at: null,
    note: '',
    rev: 1,
    created_at: Math.floor(now / 1000),
  };
}
