import { Button, Dropdown, Input, makeStyles, Option, SpinButton } from '@fluentui/react-components';
import { AddRegular, ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { LinkageTaskLive } from '../../../contract/entities/linkageTask.ts';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { StatusChip } from '../kit/StatusChip.tsx';
import { reachText } from '../linkageTasks/linkageColumns.ts';
import { tokens } from '../theme/tokens.ts';
import { LinesField } from './LinesField.tsx';
import { outputLines } from './lines.ts';
import type { PlanFormReturn } from './PlanDialog.tsx';
import { newStep, stepTimes } from './planForm.ts';
import { Stage } from './Sequence.tsx';
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
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', width: '100%' },
  name: { flex: '1 1 160px', minWidth: '120px' },
  when: { minWidth: '112px' },
  seconds: { width: '96px' },
  things: { display: 'flex', alignItems: 'center', gap: '12px' },
});

/** The most steps after the first one (contract/entities/alarmPlan.ts). */
const maxSteps = 20;
const longestWait = 86_400;

/** The steps of a plan, outward: what is set going at once, and what after that by time or by hand. */
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
        const after = steps[index]?.after_s ?? null;
        const name = values.steps?.[index]?.name || t('alarm.stepN', { n: index + 2 });
        const button = (label: string, icon: React.ReactElement, press: () => void, isOff = false) => (
          <Button
            size="small"
            appearance="subtle"
            icon={icon}
            disabled={isOff}
            aria-label={label}
            title={label}
            onClick={press}
          />
        );
        return (
          <Stage
            key={field.id}
            time={timeText(times[index + 1] ?? null, t)}
            mark={index + 2}
            title={
              <div className={s.head}>
                <Controller
                  control={control}
                  name={`steps.${index}.name`}
                  render={({ field: input }) => (
                    <Input
                      {...input}
                      className={s.name}
                      size="small"
                      maxLength={50}
                      aria-label={t('alarmPlan.stepName', { n: index + 2 })}
                      placeholder={t('alarm.stepN', { n: index + 2 })}
                    />
                  )}
                />
                <Dropdown
                  className={s.when}
                  size="small"
                  aria-label={t('alarmPlan.stepWhen', { name })}
                  value={t(after === null ? 'alarm.byHand' : 'alarmPlan.byTime')}
                  selectedOptions={[after === null ? 'hand' : 'time']}
                  onOptionSelect={(_, data) =>
                    setValue(`steps.${index}.after_s`, data.optionValue === 'hand' ? null : newStep.after_s, {
                      shouldDirty: true,
                    })
                  }
                >
                  <Option value="time">{t('alarmPlan.byTime')}</Option>
                  <Option value="hand">{t('alarm.byHand')}</Option>
                </Dropdown>
                {after !== null && (
                  <>
                    <SpinButton
                      className={s.seconds}
                      size="small"
                      min={1}
                      max={longestWait}
                      value={after}
                      aria-label={t('alarmPlan.stepSeconds', { name })}
                      onChange={(_, data) =>
                        setValue(
                          `steps.${index}.after_s`,
                          Math.round(data.value ?? Number(data.displayValue)) || 1,
                          { shouldDirty: true },
                        )
                      }
                    />
                    <span>{t('alarmPlan.secondsAfter')}</span>
                  </>
                )}
                {button(
                  t('alarmPlan.stepUp', { name }),
                  <ArrowUpRegular />,
                  () => move(index, index - 1),
                  index === 0,
                )}
                {button(
                  t('alarmPlan.stepDown', { name }),
                  <ArrowDownRegular />,
                  () => move(index, index + 1),
                  index === fields.length - 1,
                )}
                {button(t('kit.removeItem', { name }), <DeleteRegular />, () => remove(index))}
              </div>
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
