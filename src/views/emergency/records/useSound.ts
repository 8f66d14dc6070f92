import { useQuery } from '@tanstack/react-query';
import type { KeyPage } from '../../../../contract/api/envelope.ts';
import { alarmStatus } from '../../../../contract/codes.ts';
import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import type { AlarmRecordDetail } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';

/** Interval of looking for recordings while the alarm runs, ms. */
const everyMs = 5000;
const MOST = 1000;

/** Recordings of an alarm and of announcements over it; undefined while loading, empty without the right. */
export function useSound(
  record: Pick<AlarmRecordDetail, 'id' | 'status'>,
): readonly RecordFile[] | undefined {
  const { api } = useApp();
  const may = usePermission()('list_record_file');
  const { data, isError } = useQuery({
    queryKey: ['alarm_record', record.id, 'sound'],
    queryFn: () =>
      api.get<KeyPage<RecordFile>>('/v1/record_file', { alarm_id: record.id, limit: MOST }, { quiet: true }),
    enabled: may,
    refetchInterval: ({ state }) =>
      record.status === alarmStatus.start || state.data?.rows.some((row) => row.duration_ms === null)
        ? everyMs
        : false,
  });
  return may && !isError ? data?.rows : [];
}
