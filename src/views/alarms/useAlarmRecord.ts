import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AlarmLive, AlarmRecordDetail, AlarmTarget } from '../../../contract/entities/alarm.ts';
import type { Page } from '../../../contract/envelope.ts';
import { useApp } from '../app/AppContext.tsx';

/** What has no live row of its own (single terminals, the timeline) is asked for so often, ms. */
const everyMs = 2000;

/** What of an alarm's row says that its timeline has grown. */
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

/** The timeline of a running alarm, asked for anew whenever its live row says that something has happened. */
export function useAlarmEvents(alarm: AlarmLive) {
  const { api } = useApp();
  return useQuery({
    queryKey: ['alarm_record', alarm.id, versionOf(alarm)],
    queryFn: () => api.get<AlarmRecordDetail>(`/v1/alarm_record/${alarm.id}`, undefined, { quiet: true }),
    placeholderData: keepPreviousData,
    // What has happened is stored a moment after the live row has said it.
    refetchInterval: everyMs,
  });
}

/** As many terminals as the view draws one by one. */
export const MAX_DRAWN = 1000;

/** What each terminal of a running alarm does; those that do not sound come first. */
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
