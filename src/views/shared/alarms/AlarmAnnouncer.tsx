import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { Announced } from '../../kit/messages/Announced.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { alarmStatus } from './alarmStatus.ts';
import { announcements } from './announcements.ts';
import { inputLabel } from './inputLabel.ts';
import { stepName } from './nextOf.ts';
import { sentenceText, unheardSentence } from './sentences.ts';

/** Largest number of zones named in an announcement; more would delay the next one. */
const NAMED_ZONES = 3;

/**
 * Announces each new alarm once to screen readers: what, where, since when; and each action and step of it. Always
 * mounted, whatever the strip shows, or announcements would repeat. It contains no counting figures.
 */
export function AlarmAnnouncer({ alarms }: { alarms: readonly AlarmLive[] }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const before = useRef<readonly AlarmLive[]>([]);
  const [announced, setAnnounced] = useState({ alert: '', note: '' });
  useEffect(() => {
    const { alerts, notes } = announcements(before.current, alarms);
    before.current = alarms;
    if (alerts.length + notes.length === 0) return;
    const comma = t('kit.listComma');
    const titleOf = (alarm: AlarmLive) => {
      const status = t(`status.${alarmStatus(alarm)}`);
      return `${alarm.drill === drillMode.none ? status : t('alarm.drill', { status })}: ${alarm.plan_name}`;
    };
    const whereOf = (alarm: AlarmLive) => {
      const inputs = alarm.input_nums.map((input) => inputLabel(alarm, input)).join(comma);
      const zones = alarm.zones
        .flatMap(({ org }) => (org === null ? [] : streams.zoneName(org) || []))
        .slice(0, NAMED_ZONES);
      return [alarm.device_name, inputs === '' ? '' : t('alarm.inputs', { inputs }), ...zones];
    };
    const alert = alerts.map((alarm) =>
      [
        titleOf(alarm),
        ...whereOf(alarm),
        t('alarm.beganAt', { time: clockTime(alarm.began_at, clock.timeZone()) }),
      ]
        .filter(Boolean)
        .join(comma),
    );
    const note = notes.map(({ what, alarm }) => {
      const silent = unheardSentence(alarm);
      const about = {
        by: alarm.acknowledged_by,
        step: stepName(alarm, t),
        silent: silent === null ? '' : sentenceText(t, silent),
      };
      return t(`alarm.announcement.${what}`, { name: alarm.plan_name, ...about });
    });
    setAnnounced((last) => ({
      alert: alert.length === 0 ? last.alert : alert.join('. '),
      note: note.join('. '),
    }));
  }, [alarms, t, streams, clock]);
  return (
    <>
      <Announced urgency="urgent">{announced.alert}</Announced>
      <Announced urgency="polite">{announced.note}</Announced>
    </>
  );
}
