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
import { recordFacts } from './recordFacts.ts';
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
      <table>
        <tbody>
          {recordFacts(t, record, zone).map(([name, value]) => (
            <tr key={name}>
              <th>{name}</th>
              <td>{value}</td>
            </tr>
          ))}
          <tr>
            <th>{t('alarmRecord.note')}</th>
            <td>{record.note}</td>
          </tr>
        </tbody>
      </table>
      <h2>{t('alarm.events')}</h2>
      <table>
        <tbody>
          {record.events.map((event) => (
            <tr key={event.id}>
              <th>{clockTime(event.at, zone)}</th>
              <td>{eventText(t, event, record.drill)}</td>
              <td>{[event.by, event.peer_addr].filter(Boolean).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sound.length > 0 && (
        <>
          <h2>{t('alarmRecord.recordings')}</h2>
          <table>
            <tbody>
              {sound.toReversed().map((row) => (
                <tr key={row.id}>
                  <th>{clockTime(row.began_at, zone)}</th>
                  <td>{row.name}</td>
                  <td>{[row.callerName, row.calleeName].filter(Boolean).join(' → ')}</td>
                  <td>
                    {row.duration_ms === null ? t('recording.running') : durationText(t, row.duration_ms)}
                  </td>
                  <td>#{row.id}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h2>{t('alarmRecord.terminals', { n: record.targets })}</h2>
      <table>
        <tbody>
          {data.rows.map((row) => (
            <tr key={`${row.linkage_task} ${row.terminal_id}`}>
              <th>{row.code}</th>
              <td>{row.name}</td>
              <td>{row.linkage_task}</td>
              <td>
                {row.first_sound_at === null
                  ? targetReason(row.reason, t, zone) || t('task.neverHeard')
                  : firstSoundText(row.first_sound_at, '', zone)}
              </td>
              <td>{missedText(row, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="tocsin-report-sign">{t('alarmRecord.signature')}</p>
    </article>,
    document.body,
  );
}
