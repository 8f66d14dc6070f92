import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmRecordDetail } from '../../../../contract/entities/tasks/alarm.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { useSiteName } from '../../shared/frame/useSiteName.ts';
import { firstSoundText, missedText, targetReason } from '../../shared/targets/targetText.ts';
import { eventText } from '../alarms/eventText.ts';
import { ReportTable } from './ReportTable.tsx';
import { recordFacts } from './recordFacts.ts';
import { reportResult } from './reportResult.ts';
import { useRecordTargets } from './useRecord.ts';
import { useSound } from './useSound.ts';
import './report.css';

/**
 * Printed report of an alarm: rendered outside the console, visible in print only, removed after printing.
 */
export function RecordReport(props: { record: AlarmRecordDetail; onDone: () => void }) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zone = clock.timeZone();
  const site = useSiteName();
  const { record, onDone } = props;
  const { data } = useRecordTargets(record.id);
  const sound = useSound(record);
  const isReady = data !== undefined && sound !== undefined;
  useEffect(() => {
    if (!isReady) return;
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [isReady, onDone]);
  if (!isReady) return null;
  const heads = (...names: readonly string[]) => names.map((name) => t(`alarmReport.head.${name}`));
  return createPortal(
    <article className="tocsin-report" lang={document.documentElement.lang}>
      <h1>
        {t(record.drill === drillMode.none ? 'alarmRecord.reportOf' : 'alarmRecord.reportOfDrill', {
          name: record.plan_name,
        })}
      </h1>
      <p>
        {site} · {formatTimestamp(Math.floor(clock.now() / 1000), '', zone)} ({zone})
      </p>
      <p>{reportResult(t, record).join(' ')}</p>
      <table>
        <tbody>
          {recordFacts(t, record, zone).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('alarmRecord.note')}</th>
            <td>{record.note}</td>
          </tr>
        </tbody>
      </table>
      <h2>{t('alarm.events')}</h2>
      <ReportTable
        heads={heads('time', 'event', 'by')}
        rows={record.events.map((event) => ({
          key: event.id,
          cells: [
            clockTime(event.at, zone),
            eventText(t, event, record.drill),
            [event.by, event.peer_addr].filter(Boolean).join(' '),
          ],
        }))}
      />
      {sound.length > 0 && (
        <>
          <h2>{t('alarmRecord.recordings')}</h2>
          <ReportTable
            heads={heads('time', 'recording', 'parties', 'length', 'number')}
            rows={sound.toReversed().map((row) => ({
              key: row.id,
              cells: [
                clockTime(row.began_at, zone),
                row.name,
                [row.callerName, row.calleeName].filter(Boolean).join(' → '),
                row.duration_ms === null ? t('recording.running') : durationText(t, row.duration_ms),
                `#${row.id}`,
              ],
            }))}
          />
        </>
      )}
      <h2>{t('alarmRecord.terminals', { n: record.targets })}</h2>
      <ReportTable
        heads={heads('code', 'terminal', 'task', 'firstSound', 'missed')}
        rows={data.rows.map((row) => ({
          key: `${row.linkage_task} ${row.terminal_id}`,
          cells: [
            row.code,
            row.name,
            row.linkage_task,
            row.first_sound_at === null
              ? targetReason(row.reason, t, zone) || t('task.neverHeard')
              : firstSoundText(row.first_sound_at, '', zone),
            missedText(row, t),
          ],
        }))}
      />
      <p className="tocsin-report-sign">{t('alarmRecord.signature')}</p>
    </article>,
    document.body,
  );
}
