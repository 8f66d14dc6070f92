import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { FactList } from '../../kit/layout/FactList.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { useZones } from '../../shared/zones/useZones.ts';
import { remarkOf } from './recordingColumns.ts';

const useStyles = makeStyles({
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minHeight: 0,
    overflowY: 'auto',
    padding: '0 16px 12px',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  links: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4px' },
});

/** Side panel of one recording: facts, where it was heard, and actions. */
export function RecordingPanel(props: {
  id: number;
  row: RecordFile | undefined;
  actionsFor: (rows: readonly RecordFile[]) => readonly BatchAction[];
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  // A row of the list is not fetched again after it has left the page or was deleted.
  const seen = useRef(props.row);
  if (props.row !== undefined) seen.current = props.row;
  const { data, error } = useQuery({
    queryKey: ['record_file', props.id],
    queryFn: () => api.get<RecordFile>(`/v1/record_file/${props.id}`, undefined, { quiet: true }),
    enabled: seen.current === undefined,
    retry: false,
  });
  const row = seen.current ?? data;
  return (
    <SidePanel
      label={t('recording.one')}
      title={row?.name ?? t('recording.one')}
      testId="recording-panel"
      onClose={props.onClose}
    >
      <div className={s.body}>
        {row === undefined && error !== null && (
          <EmptyState title={t('recording.gone')} hint={error.message} />
        )}
        {row !== undefined && (
          <>
            <div className={s.buttons}>
              {props.actionsFor([row]).map((action) => (
                <BusyButton
                  key={action.key}
                  size="small"
                  icon={action.icon}
                  reads={action.reads === true}
                  {...(action.disabled === undefined ? {} : { reason: action.disabled })}
                  onPress={async () => action.onPress()}
                >
                  {action.label}
                </BusyButton>
              ))}
            </div>
            <Facts row={row} />
            <div className={s.links}>
              {row.alarm_id !== null && (
                <ScreenLink
                  screen="menu_alarm_record"
                  search={{ id: String(row.alarm_id) }}
                  without="nothing"
                >
                  {t('recording.toAlarm')}
                </ScreenLink>
              )}
              {row.broadcast_id !== null && (
                <ScreenLink
                  screen="menu_task_log"
                  search={{ id: String(row.broadcast_id) }}
                  without="nothing"
                >
                  {t('recording.toLog')}
                </ScreenLink>
              )}
            </div>
          </>
        )}
      </div>
    </SidePanel>
  );
}

function Facts({ row }: { row: RecordFile }) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zonesSeen = useZones();
  const none = t('common.none');
  const zones = row.org
    ?.map((id) => zonesSeen?.find((zone) => zone.id === id)?.name ?? `#${id}`)
    .join(t('kit.listComma'));
  const remark = remarkOf(t, row);
  const facts: [string, string][] = [
    [t('recording.type'), t(`codes.recordType.${row.recordType}`)],
    [t('recording.createdAt'), formatTimestamp(row.createdAt, none, clock.timeZone())],
    [t('recording.length'), row.duration_ms === null ? none : durationText(t, row.duration_ms)],
    [t('recording.size'), row.size === null ? none : sizeText(row.size)],
    [t('recording.caller'), row.callerName || none],
    [t('recording.callerId'), row.callerId === null ? none : String(row.callerId)],
    [t('recording.callee'), row.calleeName || none],
    [t('recording.calleeId'), row.calleeId === null ? none : String(row.calleeId)],
    [t('recording.zones'), zones ?? t('recording.wholeSite')],
    ...(row.channels === 2 ? [[t('recording.channels'), t('recording.bothWays')] as [string, string]] : []),
    ...(remark === '' ? [] : [[t('recording.remark'), remark] as [string, string]]),
  ];
  return <FactList facts={facts} />;
}
