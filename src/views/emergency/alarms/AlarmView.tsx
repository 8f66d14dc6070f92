import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { AlarmChip } from '../../shared/alarms/AlarmChip.tsx';
import { countdown, elapsed } from '../../shared/alarms/alarmTimes.ts';
import { lostSentence } from '../../shared/alarms/factSentences.ts';
import { inputLabel } from '../../shared/alarms/inputLabel.ts';
import { nextOf, nextStepName } from '../../shared/alarms/nextOf.ts';
import { sentenceText } from '../../shared/alarms/sentences.ts';
import { useAlarmControl } from '../../shared/alarms/useAlarmControl.ts';
import { narrowScreen, tokens } from '../../theme/tokens.ts';
import { PlanSteps } from '../plans/PlanSteps.tsx';
import { usePlanParts } from '../plans/usePlanParts.ts';
import { AlarmActions } from './AlarmActions.tsx';
import { AlarmEvents } from './AlarmEvents.tsx';
import { AlarmOutputs } from './AlarmOutputs.tsx';
import { AlarmPlans } from './AlarmPlans.tsx';
import { useAlarmStyles } from './alarmStyles.ts';
import { PhaseBar } from './PhaseBar.tsx';
import { TargetDots } from './TargetDots.tsx';
import { ZoneProof } from './ZoneProof.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    height: '100%',
    minHeight: 0,
    minWidth: 0,
    [narrowScreen]: { flexDirection: 'column-reverse', justifyContent: 'flex-end', height: 'auto' },
  },
  main: {
    flexGrow: 1,
    minWidth: 0,
    overflowY: 'auto',
    padding: '16px',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    boxSizing: 'border-box',
    [narrowScreen]: { overflowY: 'visible' },
  },
  side: {
    width: '344px',
    [narrowScreen]: { width: '100%', overflowY: 'visible', borderLeftStyle: 'none' },
    flexShrink: 0,
    overflowY: 'auto',
    padding: '16px',
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
  },
  top: { display: 'flex', alignItems: 'flex-start', gap: '24px', [narrowScreen]: { flexWrap: 'wrap' } },
  name: {
    margin: 0,
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '12px',
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  times: { display: 'flex', gap: '24px', marginLeft: 'auto', textAlign: 'right' },
  time: {
    fontSize: '32px',
    lineHeight: '40px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  facts: { display: 'flex', flexWrap: 'wrap', columnGap: '16px' },
  lost: { display: 'flex', alignItems: 'center', gap: '8px', color: tokens.tocsinFaultText },
});

/** All facts and actions of an alarm that is not over. Needs the plan's id as key. */
export function AlarmView({ alarm, plan }: { alarm: AlarmLive; plan: AlarmPlanLive | undefined }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const control = useAlarmControl(alarm.plan_id, alarm);
  const parts = usePlanParts();
  useSecond();
  const now = clock.now();
  const inputs = alarm.input_nums.map((input) => inputLabel(alarm, input)).join(t('kit.listComma'));
  const where = [alarm.device_name, inputs === '' ? '' : t('alarm.inputs', { inputs })]
    .filter(Boolean)
    .join(' ');
  const next = nextOf(alarm, now);
  const lost = lostSentence(alarm);
  return (
    <div className={s.root} data-testid="alarm-view" data-state={alarm.state}>
      <div className={s.main}>
        <div className={s.top}>
          <div>
            <h2 className={s.name}>
              {alarm.plan_name}
              <AlarmChip alarm={alarm} />
            </h2>
            <div className={s.facts}>
              {[
                where || t(`codes.alarmCause.${alarm.origin.kind}`),
                // An alarm by an input was started by its terminal, which is named already.
                alarm.origin.by === alarm.device_name ? '' : alarm.origin.by,
                alarm.origin.text,
                t('alarm.beganAt', { time: clockTime(alarm.began_at, clock.timeZone()) }),
                t('alarm.priorityIs', { n: alarm.priority }),
              ]
                .filter(Boolean)
                .map((text) => (
                  <span key={text}>{text}</span>
                ))}
            </div>
            {lost !== null && (
              <div className={s.lost}>
                <FaultGlyph /> {sentenceText(t, lost)}
              </div>
            )}
          </div>
          <div className={s.times}>
            <div>
              <span className={a.note}>{t('alarm.lasts')}</span>
              <div className={s.time}>{elapsed(now - alarm.began_at)}</div>
            </div>
            {next !== null && (
              <div data-testid="alarm-countdown">
                <span className={a.note}>{t(next.to, { name: nextStepName(alarm, t) })}</span>
                <div className={s.time}>{countdown(next.at - now)}</div>
              </div>
            )}
          </div>
        </div>
        <PhaseBar alarm={alarm} plan={plan} />
        {control.matches(alarmState.alarming) && <ZoneProof alarm={alarm} />}
        {control.matches(alarmState.alarming) && <AlarmPlans alarm={alarm} />}
        {control.matches(alarmState.alarming) && <TargetDots alarm={alarm} />}
        {control.matches(alarmState.starting) && plan !== undefined && (
          <section className={a.section}>
            <h2 className={a.title}>{t('alarm.whatComes')}</h2>
            <PlanSteps plan={plan} parts={parts} />
          </section>
        )}
        {!control.matches(alarmState.starting) && plan !== undefined && <AlarmOutputs plan={plan} />}
      </div>
      <aside className={s.side} aria-label={t('alarm.actions')}>
        <AlarmActions alarm={alarm} control={control} />
        <AlarmEvents alarm={alarm} />
      </aside>
    </div>
  );
}
