import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../../../../contract/api/envelope.ts';
import type { AlarmLive, AlarmRecordDetail, AlarmTarget } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp } from '../../app/AppContext.tsx';

/** Refresh interval of data without a live row (single terminals, the timeline), ms. */
const everyMs = 2000;

/** Key of the parts of an alarm's row that change when its timeline grows. */
function versionOf(alarm: AlarmLive): string {
  const { state, step, acknowledged_at, silenced, input_nums, active_inputs, sounding, offline } = alarm;
  return JSON.stringify([
    state,
    step,
    acknowledged_at,
    silenced,
    input_nums,
    active_inputs,
    sounding,
    offline,
  ]);
}

/** Timeline of a running alarm, fetched again when its live row shows a new event. */
export function useAlarmEvents(alarm: AlarmLive) {
  const { api } = useApp();
  return useQuery({
    queryKey: ['alarm_record', alarm.id, versionOf(alarm)],
    queryFn: () => api.get<AlarmRecordDetail>(`/v1/alarm_record/${alarm.id}`, undefined, { quiet: true }),
    placeholderData: keepPreviousData,
    // An event is stored a moment after the live row has shown it.
    refetchInterval: everyMs,
  });
}

/** Largest number of terminals drawn one by one. */
export const MAX_DRAWN = 1000;

/** State of each terminal of a running alarm; those that do not sound come first. */
export function useAlarmTargets(id: number) {
  const { api } = useApp();
  return useQuery({
    queryKey: ['alarm_record', id, 'target'],
    queryFn: () =>
      api.get<Page<AlarmTarget>>(`/v1/alarm_record/${id}/target`, { limit: MAX_DRAWN }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
}
