import { makeStyles } from '@fluentui/react-components';
import { MegaphoneLoudRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { HoldButton } from '../../kit/action/HoldButton.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { recentTime } from '../../kit/time/recentTime.ts';
import { startSentence } from '../../shared/alarms/factSentences.ts';
import { planSentences, sentenceText } from '../../shared/alarms/sentences.ts';
import { useAlarmControl } from '../../shared/alarms/useAlarmControl.ts';
import { narrowScreen, tokens } from '../../theme/tokens.ts';
import { PlanSteps } from '../plans/PlanSteps.tsx';
import { usePlanParts } from '../plans/usePlanParts.ts';
import { useAlarmStyles } from './alarmStyles.ts';

const useStyles = makeStyles({
  root: {
    padding: '24px',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 460px) minmax(0, 560px)',
    gap: '24px 48px',
    alignItems: 'start',
    [narrowScreen]: { gridTemplateColumns: 'minmax(0, 720px)' },
  },
  ready: { display: 'flex', flexDirection: 'column', gap: '16px' },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  facts: { margin: 0, padding: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '8px' },
  fact: { display: 'flex', alignItems: 'center', gap: '8px' },
  failure: {
    padding: '8px 12px',
    borderLeft: `4px solid ${tokens.colorNeutralForeground1}`,
    backgroundColor: tokens.colorNeutralBackground4,
  },
});

/** An alarm plan that does not run: readiness and start by hand. Needs the plan's id as key. */
export function PlanIdle({ plan }: { plan: AlarmPlanLive }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const parts = usePlanParts();
  const control = useAlarmControl(plan.id, undefined);
  const last = recentTime(plan.last_alarm_at, clock.now(), t('common.none'), clock.timeZone());
  const used = [plan.linkage_task_ids, ...plan.steps.map((step) => step.linkage_task_ids)].flat();
  const unready = (parts.tasks ?? []).filter(({ id, ready }) => !ready && used.includes(id));
  const names = unready.map(({ name }) => name).join(t('kit.listComma'));
  const facts = planSentences(plan, names);
  const effect = sentenceText(t, startSentence(plan));
  function reason(): string | undefined {
    if (!control.may('start')) return t('alarm.noRight');
    return control.can('start') ? undefined : t('alarm.underWay');
  }
  return (
    <div className={s.root} data-testid="plan-idle">
      <div className={s.ready}>
        <h2 className={s.name}>{plan.name}</h2>
        {plan.desc !== '' && <div>{plan.desc}</div>}
        <ul className={s.facts}>
          {facts.map(({ level, ...sentence }) => (
            <li key={sentence.key} className={s.fact}>
              {level === 'fault' ? (
                <FaultGlyph />
              ) : (
                <Glyph name={level === 'good' ? 'checkmark' : 'circle'} size={14} />
              )}
              {sentenceText(t, sentence)}
            </li>
          ))}
          <li className={a.note}>{t('alarm.lastAlarm', { time: last })}</li>
        </ul>
        {control.failure !== null && (
          <div role="alert" className={s.failure} data-testid="alarm-failure">
            {control.failure.text}
          </div>
        )}
        <HoldButton
          look="alarm"
          icon={<MegaphoneLoudRegular />}
          reason={reason()}
          effect={effect}
          onHeld={() => control.act('start')}
        >
          {t('alarm.startNow')}
        </HoldButton>
        <span className={a.note}>{effect}</span>
        <span>
          <ScreenLink screen="menu_alarm_plan" search={{ q: plan.name }} without="nothing">
            {t('alarm.openPlan')}
          </ScreenLink>
        </span>
      </div>
      <section className={a.section}>
        <h3 className={a.title}>{t('alarm.whatComes')}</h3>
        <PlanSteps plan={plan} parts={parts} />
      </section>
    </div>
  );
}
