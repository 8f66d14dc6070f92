import { Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { type DrillMode, drillMode } from '../../../../contract/codes.ts';
import type { AlarmEventRow, AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmEventKind } from '../../../../contract/fieldCodes.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import type { GlyphName } from '../../kit/status/glyphs.ts';
import { clockTime } from '../../kit/time/clockTime.ts';
import { tokens } from '../../theme/tokens.ts';
import { useAlarmStyles } from './alarmStyles.ts';
import { eventText } from './eventText.ts';
import { useAlarmEvents } from './useAlarmRecord.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none' },
  row: { display: 'grid', gridTemplateColumns: '64px 16px minmax(0, 1fr)', gap: '8px', padding: '6px 0' },
  at: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  glyph: { paddingTop: '2px' },
  alarm: { color: tokens.tocsinAlarmText },
  link: { alignSelf: 'start', justifySelf: 'start', lineHeight: tokens.lineHeightBase300 },
  current: { backgroundColor: tokens.colorNeutralBackground1Selected },
});

/** Glyph of an event kind; `null`: the amber triangle. */
export const eventGlyphs: Record<AlarmEventKind, GlyphName | null> = {
  input_active: 'alarm',
  input_normal: 'circle',
  start: 'clock',
  alarming: 'alarm',
  step: 'play',
  acknowledge: 'checkmark',
  silence: 'speakerOff',
  unsilence: 'play',
  stop: 'recordStop',
  reset: 'checkmark',
  cancelled: 'subtractCircle',
  over: 'checkmark',
  reached: 'checkmark',
  fell_silent: 'speakerOff',
  joined: 'circle',
  left: 'subtractCircle',
  message_failed: null,
  output_failed: null,
  device_lost: null,
  device_back: 'circle',
  server_restart: 'arrowCircleUp',
  line_cut: 'circle',
  line_back: 'circle',
  note: 'circle',
};

/**
 * One event: time, text, person. `replay`: seeks the replay to it, and tells whether the replay is there now.
 */
export function AlarmEvent(props: {
  event: AlarmEventRow;
  drill: DrillMode;
  replay?: { isCurrent: boolean; onSelect: () => void };
}) {
  const { event, replay } = props;
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  // Reaching no terminal is no success.
  const isNone = event.kind === 'reached' && event.params.n === 0;
  const usual = isNone ? 'subtractCircle' : eventGlyphs[event.kind];
  // Red is for real alarms only.
  const glyph = usual === 'alarm' && props.drill !== drillMode.none ? 'alarmOutline' : usual;
  const at = clockTime(event.at, clock.timeZone());
  return (
    <li
      className={mergeClasses(s.row, replay?.isCurrent && s.current)}
      aria-current={replay?.isCurrent ? 'time' : undefined}
    >
      {replay === undefined ? (
        <span className={s.at}>{at}</span>
      ) : (
        <Link
          as="button"
          className={mergeClasses(s.at, s.link)}
          aria-label={t('alarmRecord.replayFrom', { time: at })}
          onClick={replay.onSelect}
        >
          {at}
        </Link>
      )}
      <span className={s.glyph}>
        {glyph === null ? (
          <FaultGlyph size={14} />
        ) : (
          <Glyph name={glyph} size={14} {...(glyph === 'alarm' ? { className: s.alarm } : {})} />
        )}
      </span>
      <span>
        {eventText(t, event, props.drill)}
        {event.by !== '' && (
          <div className={a.note}>{[event.by, event.peer_addr].filter(Boolean).join(' ')}</div>
        )}
      </span>
    </li>
  );
}

/** Timeline of a running alarm, the newest first. */
export function AlarmEvents({ alarm }: { alarm: AlarmLive }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const { data } = useAlarmEvents(alarm);
  return (
    <section className={a.section}>
      <div className={a.head}>
        <h2 className={a.title}>{t('alarm.events')}</h2>
        <span className={mergeClasses(a.note, a.end)}>{t('alarm.newestFirst')}</span>
      </div>
      <ol className={s.list} data-testid="alarm-events">
        {[...(data?.events ?? [])].reverse().map((event) => (
          <AlarmEvent key={event.id} event={event} drill={alarm.drill} />
        ))}
      </ol>
    </section>
  );
}
