import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { inputName, outputName } from '../../shared/terminals/fireColumns.ts';
import { tokens } from '../../theme/tokens.ts';
import { stepTimes } from './planForm.ts';
import { Sequence, Stage } from './Sequence.tsx';
import { timeText } from './timeText.ts';
import type { PlanParts } from './usePlanParts.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyle: 'none' },
  task: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '2px 0',
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
});

/** Shows the stages of a saved plan from top to bottom. */
export function PlanSteps(props: { plan: AlarmPlanLive; parts: PlanParts }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { plan, parts } = props;
  const comma = t('kit.listComma');
  const device = parts.devices?.find((one) => one.id === plan.fire_control_device);
  const hasInputs = plan.input_nums.length > 0;
  const delay = hasInputs ? (device?.delayTriggerTime ?? 0) : 0;
  const times = stepTimes(delay, plan.steps);
  const inputs = plan.input_nums.map((num) =>
    device === undefined ? t('fire.inputN', { input: num }) : inputName(device, num, t),
  );
  const outputs = plan.output_nums.map((num) =>
    device === undefined ? t('fire.outputN', { output: num }) : outputName(device, num, t),
  );
  const links = plan.gpio_set_task_ids.map(
    (id) => parts.links?.find((one) => one.id === id)?.name ?? `#${id}`,
  );
  const tasks = (ids: readonly number[]) => (
    <ul className={s.list}>
      {ids.map((id) => {
        const task = parts.tasks?.find((one) => one.id === id);
        return (
          <li key={id} className={s.task}>
            <ScreenLink screen="menu_linkage_task" search={{ id: String(id) }}>
              {task?.name ?? `#${id}`}
            </ScreenLink>
            <span className={s.detail}>
              {task?.ready === false && <FaultGlyph />}{' '}
              {task !== undefined && t('alarmPlan.atTerminals', { n: task.targets.toLocaleString('en-US') })}
            </span>
          </li>
        );
      })}
    </ul>
  );
  return (
    <Sequence label={t('alarmPlan.sequence')}>
      <Stage
        time={t('alarmPlan.start')}
        mark="alarmOutline"
        end="first"
        title={hasInputs ? inputs.join(comma) : t('alarmPlan.byHandOnly')}
      >
        {hasInputs && (
          <span className={s.detail}>
            {device?.name ?? ''} {plan.activated ? '' : t('alarmPlan.inactive')}
          </span>
        )}
      </Stage>
      {delay > 0 && <Stage time="" mark="clock" title={t('alarmPlan.delay', { n: delay })} />}
      <Stage time={timeText(times[0] ?? null, t)} mark={1} title={t('alarmPlan.atOnce')}>
        {tasks(plan.linkage_task_ids)}
        {outputs.length > 0 && (
          <div className={s.detail}>{t('alarmPlan.outputsOn', { names: outputs.join(comma) })}</div>
        )}
        {links.length > 0 && (
          <div className={s.detail}>{t('alarmPlan.gpioRun', { names: links.join(comma) })}</div>
        )}
      </Stage>
      {plan.steps.map((step, index) => (
        <Stage
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          time={timeText(times[index + 1] ?? null, t)}
          mark={index + 2}
          title={step.name || t('alarm.stepN', { n: index + 2 })}
        >
          {tasks(step.linkage_task_ids)}
        </Stage>
      ))}
      <Stage
        time=""
        mark="checkmark"
        end="last"
        title={
          plan.reset_time === 0
            ? t('alarmPlan.resetStage')
            : t('alarmPlan.resetAfter', { n: plan.reset_time })
        }
      />
    </Sequence>
  );
}
