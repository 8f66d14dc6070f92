import type {
  AlarmPlanDryRun,
  AlarmPlanForm,
  StartAlarm,
} from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { Api } from '../../../api/client.ts';

const path = '/v1/alarm_plan';

/** Calls for alarm plans beside the plain ones. The caller shows refusals. */
export function planCalls(api: Api) {
  return {
    /** Dry run of a plan started now: as in the form (`plan`), as saved (`id`), or both. */
    dryRun: (body: { id?: number; plan?: AlarmPlanForm }, signal: AbortSignal) =>
      api.post<AlarmPlanDryRun>(`${path}/dry_run`, body, { quiet: true, signal }),
    start: (id: number, body: StartAlarm, signal: AbortSignal) =>
      api.post<{ alarm_id: number }>(`${path}/${id}/start`, body, { quiet: true, signal }),
  };
}
