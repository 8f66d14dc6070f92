import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmRecordDetail } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { FactList } from '../../kit/layout/FactList.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { firstSoundText, missedText, targetReason } from '../../shared/targets/targetText.ts';
import { tokens } from '../../theme/tokens.ts';
import { AlarmEvent } from '../alarms/AlarmEvents.tsx';
import { RecordReport } from './RecordReport.tsx';
import { ReplayView } from './ReplayView.tsx';
import { recordStatus } from './recordColumns.ts';
import { recordFacts } from './recordFacts.ts';
import { tracksOf } from './replay.ts';
import { useRecord, useRecordTargets } from './useRecord.ts';
import { useSound } from './useSound.ts';

const useStyles = makeStyles({
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minHeight: 0,
    overflowY: 'auto',
    padding: '0 16px 12px',
  },
  sub: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  target: {
    display: 'flex',
    gap: '8px',
    padding: '4px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  reason: { marginLeft: 'auto', textAlign: 'right', color: tokens.tocsinFaultText },
  heard: { marginLeft: 'auto', textAlign: 'right', color: tokens.colorNeutralForeground3 },
});

/**
 * Side panel of one alarm from its first input to its end: facts, timeline, proof of delivery, note, and
 * printed report.
 */
export function RecordPanel(props: { id: number; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { data, error } = useRecord(props.id);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <SidePanel
      label={t('alarmRecord.one')}
      title={data?.plan_name ?? t('alarmRecord.one')}
      head={
        <Button
          appearance="subtle"
          size="small"
          icon={<PrintRegular />}
          aria-label={t('alarmRecord.print')}
          title={t('alarmRecord.print')}
          disabled={data === undefined}
          onClick={() => setPrinting(true)}
        />
      }
      testId="alarm-record-panel"
      onClose={props.onClose}
    >
      <div className={s.body}>
        {data === undefined && error !== null && (
          <EmptyState title={t('alarmRecord.gone')} hint={error.message} />
        )}
        {data !== undefined && <Details record={data} />}
      </div>
      {isPrinting && data !== undefined && <RecordReport record={data} onDone={() => setPrinting(false)} />}
    </SidePanel>
  );
}

function Details({ record }: { record: AlarmRecordDetail }) {
  const s = useStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const { data } = useRecordTargets(record.id);
  return (
    <>
      <div>
        <StatusChip status={recordStatus(record)} />
      </div>
      <FactList facts={recordFacts(t, record, zone)} />
      <Timeline record={record} />
      <Note key={record.rev} record={record} />
      <h3 className={s.sub}>{t('alarmRecord.terminals', { n: record.targets })}</h3>
      <ul className={s.list}>
        {(data?.rows ?? []).map((row) => (
          <li key={`${row.linkage_task} ${row.terminal_id}`} className={s.target}>
            <span>{row.name}</span>
            <span className={row.first_sound_at === null ? s.reason : s.heard}>
              {row.first_sound_at === null
                ? targetReason(row.reason, t, zone) || t('task.neverHeard')
                : firstSoundText(row.first_sound_at, t('task.neverHeard'), zone)}
              {missedText(row, t) !== '' && <div className={s.heard}>{missedText(row, t)}</div>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The timeline of an alarm, with replay if there are recordings. */
function Timeline({ record }: { record: AlarmRecordDetail }) {
  const s = useStyles();
  const { t } = useTranslation();
  const rows = useSound(record);
  const tracks = useMemo(() => tracksOf(rows ?? []), [rows]);
  return (
    <>
      <h3 className={s.sub}>{t('alarm.events')}</h3>
      {tracks.length > 0 ? (
        <ReplayView record={record} tracks={tracks} />
      ) : (
        <ol className={s.list}>
          {record.events.map((event) => (
            <AlarmEvent key={event.id} event={event} drill={record.drill} />
          ))}
        </ol>
      )}
    </>
  );
}

function Note({ record }: { record: AlarmRecordDetail }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const queries = useQueryClient();
  const [note, setNote] = useState(record.note);
  const save = async () => {
    await api.patch(`/v1/alarm_record/${record.id}`, { note, rev: record.rev });
    await queries.invalidateQueries({ queryKey: ['alarm_record', record.id] });
  };
  if (!may('edit_alarm_record')) return record.note === '' ? null : <p>{record.note}</p>;
  return (
    <Field label={t('alarmRecord.note')}>
      <Textarea value={note} maxLength={2000} onChange={(_, data) => setNote(data.value)} />
      {note !== record.note && (
        <BusyButton size="small" onPress={save}>
          {t('common.save')}
        </BusyButton>
      )}
    </Field>
  );
}
