import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { wrappedName } from '../kit/layout/NameText.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { clockTime } from '../kit/time/clockTime.ts';
import { useSecond } from '../kit/time/useTick.ts';
import { alarmStatus } from '../shared/alarms/alarmStatus.ts';
import { countdown, elapsed } from '../shared/alarms/alarmTimes.ts';
import {
  attentionSentence,
  inputSentences,
  lostSentence,
  zonesByProof,
} from '../shared/alarms/factSentences.ts';
import { nextOf, nextStepName } from '../shared/alarms/nextOf.ts';
import { phaseSentence, sentenceText, unheardSentence, zoneSentences } from '../shared/alarms/sentences.ts';
import { useNextZones } from '../shared/sitePlan/usePlanAreas.ts';
import { useZones } from '../shared/zones/useZones.ts';
import { tokens } from '../theme/tokens.ts';
import { useSilentNames } from './useSilentNames.ts';

/** Sizes in px of a width of 1386: text of 34 px is 94 px at 3840, which is readable from five metres. */
const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    minHeight: 0,
    overflow: 'hidden',
  },
  alarm: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  head: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '24px' },
  name: {
    margin: 0,
    fontSize: '56px',
    lineHeight: '64px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
  },
  time: { fontSize: '56px', lineHeight: '64px', fontWeight: tokens.fontWeightSemibold, flexShrink: 0 },
  line: { fontSize: '34px', lineHeight: '44px' },
  fault: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    color: tokens.tocsinFaultText,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: { color: tokens.colorNeutralForeground2 },
  names: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  next: { marginTop: '12px', paddingTop: '8px', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  step: wrappedName,
  others: { margin: 0, padding: 0, listStyle: 'none' },
  other: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '24px',
    fontSize: '34px',
    lineHeight: '52px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

const zonesMax = 3;
const othersMax = 3;
/** Number of silent terminals that are named for each zone. */
const namesMax = 4;

/** Alarms on the wall, in place of the running broadcasts: the first with cause, minutes and what is not heard. */
export function WallAlarm(props: { alarms: readonly AlarmLive[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  useSecond();
  const now = clock.now();
  const [first, ...others] = props.alarms;
  if (first === undefined) return null;
  return (
    <section className={s.root} data-testid="wall-alarm">
      <First alarm={first} now={now} />
      {others.length > 0 && (
        <ul className={s.others}>
          {others.slice(0, othersMax).map((alarm) => (
            <li key={alarm.id} className={s.other}>
              <span>{alarm.plan_name}</span>
              <span aria-hidden="true">{elapsed(now - alarm.began_at)}</span>
            </li>
          ))}
          {others.length > othersMax && (
            <li className={s.other}>{t('wall.moreAlarms', { n: others.length - othersMax })}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function First({ alarm, now }: { alarm: AlarmLive; now: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zones = useZones() ?? [];
  const nameOf = (id: number | null) => zones.find((zone) => zone.id === id)?.name ?? '';
  const causes = [...inputSentences(alarm), lostSentence(alarm)].flatMap((one) =>
    one === null ? [] : sentenceText(t, one),
  );
  const unheard = unheardSentence(alarm);
  const attention = attentionSentence(alarm);
  const silent = zonesByProof(alarm).silent.slice(0, zonesMax);
  const names = useSilentNames(silent);
  const next = nextOf(alarm, now);
  const reached = useNextZones(useMemo(() => [alarm], [alarm])).flatMap(({ zones: ids }) => ids);
  const { origin } = alarm;
  const origins = [t(`codes.alarmCause.${origin.kind}`), origin.by, origin.text].filter((one) => one !== '');
  return (
    <div className={s.alarm}>
      <div className={s.head}>
        <h2 className={s.name}>{alarm.plan_name}</h2>
        <span className={s.time} aria-hidden="true">
          {elapsed(now - alarm.began_at)}
        </span>
      </div>
      <div className={s.line}>
        {[t(`status.${alarmStatus(alarm)}`), ...origins, clockTime(alarm.began_at, clock.timeZone())].join(
          ' · ',
        )}
      </div>
      {causes.map((cause) => (
        <div key={cause} className={s.line}>
          {cause}
        </div>
      ))}
      <div className={s.line}>{sentenceText(t, phaseSentence(alarm))}</div>
      {unheard !== null && (
        <div className={mergeClasses(s.line, s.fault)}>
          <FaultGlyph size={28} />
          {sentenceText(t, unheard)}
        </div>
      )}
      {silent.map((zone) => (
        <div key={zone.org} className={mergeClasses(s.line, s.quiet)}>
          {[nameOf(zone.org), ...zoneSentences(zone, false).map((one) => sentenceText(t, one))].join(' · ')}
          <Names names={names.get(zone.org ?? 0) ?? []} />
        </div>
      ))}
      {next !== null && (
        <div className={s.next} data-testid="wall-step">
          <div className={s.head}>
            <span className={mergeClasses(s.line, s.step)}>
              {t(next.to, { name: nextStepName(alarm, t) })}
            </span>
            <span className={s.time} aria-hidden="true">
              {countdown(next.at - now)}
            </span>
          </div>
          {reached.length > 0 && (
            <div className={mergeClasses(s.line, s.quiet)}>
              {[...new Set(reached.map(nameOf))].filter(Boolean).join(t('kit.listComma'))}
            </div>
          )}
        </div>
      )}
      {attention !== null && <div className={s.line}>{sentenceText(t, attention)}</div>}
    </div>
  );
}

/** Terminals by name, the first few of many. */
function Names({ names }: { names: readonly string[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  if (names.length === 0) return null;
  const more = names.length - namesMax;
  return (
    <div className={s.names}>
      {names.slice(0, namesMax).join(t('kit.listComma'))}
      {more > 0 && ` +${more}`}
    </div>
  );
}
