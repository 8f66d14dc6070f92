import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { wrappedName } from '../../kit/layout/NameText.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { countdown } from '../../shared/alarms/alarmTimes.ts';
import { type StepState, stepState } from '../../shared/alarms/factSentences.ts';
import { isResetRunning } from '../../shared/alarms/nextOf.ts';
import { phaseSentence, resetSentence, sentenceText } from '../../shared/alarms/sentences.ts';
import { narrowScreen, tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    [narrowScreen]: { flexWrap: 'wrap' },
    gap: '2px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  phase: {
    flex: '1 1 auto',
    minWidth: 0,
    padding: '8px 12px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottomWidth: '4px',
  },
  past: {
    border: '1px solid transparent',
    borderBottomWidth: '4px',
    backgroundColor: tokens.colorNeutralBackground4,
  },
  now: {
    flexGrow: 2,
    border: '1px solid transparent',
    borderBottom: `4px solid ${tokens.colorNeutralForeground1}`,
    backgroundColor: tokens.colorNeutralBackground6,
  },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    fontWeight: tokens.fontWeightSemibold,
    '& > svg': { flexShrink: 0 },
  },
  name: wrappedName,
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** Shortest delay of a fire terminal, ms: delays are whole seconds. */
const DELAY_MS = 900;

/** Phases of an alarm from its trigger to its reset: past, present and next. */
export function PhaseBar(props: { alarm: AlarmLive; plan: AlarmPlanLive | undefined }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { alarm, plan } = props;
  const now = clock.now();
  const time = (at: number | null) => (at === null ? '' : clockTime(at, clock.timeZone()));
  const isStarting = alarm.state === alarmState.starting;
  const isOver = alarm.state === alarmState.reset;
  const steps = [
    { name: t('alarm.firstStep'), after_s: 0 as number | null },
    ...(plan?.steps ?? []).map(({ name, after_s }, i) => ({
      name: name || t('alarm.stepN', { n: i + 2 }),
      after_s,
    })),
  ];
  const stepDetail = (i: number, after_s: number | null): string => {
    const state = stepState(alarm, i);
    if (state === 'now') return sentenceText(t, phaseSentence(alarm));
    if (state === 'past') return '';
    if (state === 'never') return t('alarm.notReached');
    if (i === alarm.step + 1 && alarm.next_step_at !== null) return countdown(alarm.next_step_at - now);
    return after_s === null ? t('alarm.byHand') : t('alarm.afterSeconds', { n: after_s });
  };
  const resetDetail = (): string => {
    if (isOver && alarm.reset_until !== null && isResetRunning(alarm, now))
      return countdown(alarm.reset_until - now);
    const sentence = resetSentence(alarm, now);
    return sentence === null ? '' : sentenceText(t, sentence);
  };
  const phases: { key: string; name: string; detail: string; state: StepState }[] = [
    {
      key: 'trigger',
      name: t(`codes.alarmCause.${alarm.origin.kind}`),
      detail: time(alarm.began_at),
      state: 'past',
    },
    ...(alarm.alarming_at === null || alarm.alarming_at - alarm.began_at >= DELAY_MS
      ? [
          {
            key: 'delay',
            name: t('alarm.delay'),
            detail:
              isStarting && alarm.starts_at !== null
                ? countdown(alarm.starts_at - now)
                : time(alarm.alarming_at),
            state: isStarting ? ('now' as const) : ('past' as const),
          },
        ]
      : []),
    ...steps.map(({ name, after_s }, i) => ({
      key: `step${i}`,
      name,
      detail: stepDetail(i, after_s),
      state: stepState(alarm, i),
    })),
    {
      key: 'reset',
      name: t('codes.alarmAction.reset'),
      detail: resetDetail(),
      state: isOver ? 'now' : 'next',
    },
  ];
  return (
    <ol className={s.root} aria-label={t('alarm.phases')}>
      {phases.map(({ key, name, detail, state }) => (
        <li
          key={key}
          className={mergeClasses(s.phase, state === 'past' && s.past, state === 'now' && s.now)}
          {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={s.title}>
            {state === 'past' && <Glyph name="checkmark" size={14} />}
            {state === 'now' && <Glyph name="play" size={14} />}
            <span className={s.name}>{name}</span>
          </span>
          <div className={s.detail}>{detail || '\u00a0'}</div>
        </li>
      ))}
    </ol>
  );
}
