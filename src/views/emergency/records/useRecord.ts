import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../../../../contract/api/envelope.ts';
import { alarmStatus } from '../../../../contract/codes.ts';
import type { AlarmRecordDetail, AlarmTarget } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp } from '../../app/AppContext.tsx';

/** Refresh interval of a record of a running alarm, ms. */
const everyMs = 2000;
/** Largest page of terminals. */
const TARGETS = 1000;

/** Loads an alarm record with its timeline. */
export function useRecord(id: number) {
  const { api } = useApp();
  return useQuery({
    queryKey: ['alarm_record', id],
    queryFn: () => api.get<AlarmRecordDetail>(`/v1/alarm_record/${id}`, undefined, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.status === alarmStatus.start ? everyMs : false),
  });
}

/** Loads the terminals of an alarm, those without proof of delivery first. */
export function useRecordTargets(id: number) {
  const { api } = useApp();
  return useQuery({
    queryKey: ['alarm_record', id, 'targets'],
    queryFn: () =>
      api.get<Page<AlarmTarget>>(`/v1/alarm_record/${id}/target`, { limit: TARGETS }, { quiet: true }),
  });
}
