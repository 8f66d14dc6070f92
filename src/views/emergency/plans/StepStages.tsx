import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { tokens } from '../../theme/tokens.ts';
import { reachText } from '../linkageTasks/linkageColumns.ts';
import { LinesField } from './LinesField.tsx';
import { outputLines } from './lines.ts';
import type { PlanFormReturn } from './planForm.ts';
import { newStep, stepTimes } from './planForm.ts';
import { Stage } from './Sequence.tsx';
import { StepHead } from './StepHead.tsx';
import { ThingsField } from './ThingsField.tsx';
import { timeText } from './timeText.ts';
import type { PlanParts } from './usePlanParts.ts';

const useStyles = makeStyles({
  part: {
    margin: '8px 0 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: 0 },
  things: { display: 'flex', alignItems: 'center', gap: '12px' },
});

/** Largest number of steps after the first one (contract/entities/tasks/alarmPlan.ts). */
const maxSteps = 20;

/** Edits the steps of a plan: the actions that start at once, and later ones by time or by hand. */
export function StepStages({ form, parts }: { form: PlanFormReturn; parts: PlanParts }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control, setValue, formState } = form;
  const { fields, append, remove, move } = useFieldArray({ control, name: 'steps' });
  const values = useWatch({ control });
  const device = parts.devices?.find((one) => one.id === values.fire_control_device);
  const hasInputs = (values.input_nums?.length ?? 0) > 0;
  const steps = (values.steps ?? []).map(({ after_s = null }) => ({ after_s }));
  const times = stepTimes(hasInputs ? (device?.delayTriggerTime ?? 0) : 0, steps);
  const detail = (row: LinkageTaskLive) => (
    <span className={s.things}>
      {!row.ready && <StatusChip status="not_ready" />}
      {t('alarmPlan.atTerminals', { n: reachText(row, t).main })}
    </span>
  );
  const tasks = (chosen: readonly number[], onChange: (ids: number[]) => void, error?: string) => (
    <ThingsField
      label={t('menu.menu_linkage_task')}
      rows={parts.tasks}
      chosen={chosen}
      onChange={onChange}
      detail={detail}
      placeholder={t('alarmPlan.addTask')}
      none={
        <p className={s.hint}>
          {t('alarmPlan.noTasks')}{' '}
          <ScreenLink screen="menu_linkage_task" without="nothing">
            {t('menu.menu_linkage_task')}
          </ScreenLink>
        </p>
      }
      error={error}
    />
  );
  const outputs = device === undefined ? [] : outputLines(device, values.output_nums ?? [], t);
  return (
    <>
      <Stage time={timeText(times[0] ?? null, t)} mark={1} title={t('alarmPlan.atOnce')}>
        {tasks(
          values.linkage_task_ids ?? [],
          (ids) =>
            setValue('linkage_task_ids', ids, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
          formState.errors.linkage_task_ids?.message,
        )}
        {outputs.length > 0 && (
          <>
            <div className={s.part}>{t('alarmPlan.outputs')}</div>
            <LinesField
              label={t('fire.outputs')}
              lines={outputs}
              chosen={values.output_nums ?? []}
              onChange={(nums) => setValue('output_nums', nums, { shouldDirty: true })}
            />
          </>
        )}
        {parts.maySeeLinks && (
          <>
            <div className={s.part}>{t('alarmPlan.gpio')}</div>
            <ThingsField
              label={t('menu.menu_gpio_task')}
              rows={parts.links}
              chosen={values.gpio_set_task_ids ?? []}
              onChange={(ids) => setValue('gpio_set_task_ids', ids, { shouldDirty: true })}
              detail={() => null}
              placeholder={t('alarmPlan.addGpio')}
              none={<p className={s.hint}>{t('alarmPlan.noGpio')}</p>}
            />
          </>
        )}
      </Stage>
      {fields.map((field, index) => {
        return (
          <Stage
            key={field.id}
            time={timeText(times[index + 1] ?? null, t)}
            mark={index + 2}
            title={
              <StepHead
                form={form}
                index={index}
                isLast={index === fields.length - 1}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            }
          >
            {tasks(
              values.steps?.[index]?.linkage_task_ids ?? [],
              (ids) =>
                setValue(`steps.${index}.linkage_task_ids`, ids, {
                  shouldDirty: true,
                  shouldValidate: formState.isSubmitted,
                }),
              formState.errors.steps?.[index]?.linkage_task_ids?.message,
            )}
          </Stage>
        );
      })}
      <Stage
        time=""
        mark="dashedPlus"
        title={
          <Button
            size="small"
            icon={<AddRegular />}
            disabled={fields.length >= maxSteps}
            onClick={() => append({ ...newStep, linkage_task_ids: [] })}
          >
            {t('alarmPlan.addStep')}
          </Button>
        }
      >
        <p className={s.hint}>{t('alarmPlan.addStepHint')}</p>
      </Stage>
    </>
  );
}
