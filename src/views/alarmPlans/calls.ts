import type { AlarmPlanDryRun, AlarmPlanForm, StartAlarm } from '../../../contract/entities/alarmPlan.ts';
import type { Api } from '../../api/client.ts';

const path = '/v1/alarm_plan';

/** What is done with alarm plans beside the plain calls. Refusals are told by whoever calls. */
export function planCalls(api: Api) {
  return {
    /** What a plan would do, were it started now: as it stands in a form (`plan`), saved (`id`), or both. */
    dryRun: (body: { id?: number; plan?: AlarmPlanForm }, signal: AbortSignal) =>
      api.post<AlarmPlanDryRun>(`${path}/dry_run`, body, { quiet: true, signal }),
    start: (id: number, body: StartAlarm) =>
      api.post<{ alarm_id: number }>(`${path}/${id}/start`, body, { quiet: true }),
  };
}
