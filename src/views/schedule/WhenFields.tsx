import { Checkbox, Input, SpinButton, Switch, ToggleButton } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeValues, scheduleDay } from '../../../contract/codes.ts';
import { FormField, NumberField, SelectField, TextField } from '../kit/form/fields.tsx';
import { TimeInput } from '../kit/form/TimeInput.tsx';
import { DurationField } from '../tasks/DurationField.tsx';
import { usePanelStyles } from '../tasks/panelStyles.ts';
import { useFormStyles } from './formStyles.ts';
import type { TaskFormReturn } from './SourceFields.tsx';
import { NO_PLAN } from './taskForm.ts';
import { weekOrder } from './taskStatus.ts';
import { usePlans } from './usePlans.ts';

/** Where a limit is switched on, it begins with this: an hour, a minute, once. */
const firstDuration = 60;

/** Name, plan, and when a task runs: time, days, dates, and how it ends. */
export function WhenFields(props: { form: TaskFormReturn; suggestion: string }) {
  const s = useFormStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const plans = usePlans();
  const { control, setValue, getValues, formState } = props.form;
  const [source, day, flags, endDate] = useWatch({
    control,
    name: ['audio_source', 'schedule_day', 'weekday_flags', 'end_date'],
  });
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  const mayCount = source === 0 || source === 1;
  const isControl = source === 101;
  return (
    <section>
      <div className={p.heading}>
        <h3>{t('schedule.when')}</h3>
      </div>
      <div className={s.scroll}>
        <TextField
          control={control}
          name="name"
          label={t('common.name')}
          required
          maxLength={50}
          placeholder={props.suggestion}
        />
        <div className={s.two}>
          <FormField control={control} name="start_time" label={t('schedule.startTime')} required>
            {({ value, ref: _, ...field }) => (
              <TimeInput {...field} className={s.wide} value={String(value)} />
            )}
          </FormField>
          <SelectField
            control={control}
            name="schedule_day"
            label={t('schedule.days')}
            options={codeValues(scheduleDay).map((value) => ({
              value,
              label: t(`codes.scheduleDay.${value}`),
            }))}
          />
        </div>
        {day === scheduleDay.manualSelection && (
          <FormField control={control} name="weekday_flags" label={t('schedule.weekdays')} required>
            {() => (
              <div className={s.days}>
                {weekOrder.map((one) => (
                  <ToggleButton
                    key={one}
                    size="small"
                    className={s.day}
                    checked={flags.includes(one)}
                    aria-label={t(`codes.weekday.${one}`)}
                    onClick={() =>
                      setValue(
                        'weekday_flags',
                        flags.includes(one) ? flags.filter((flag) => flag !== one) : [...flags, one],
                        options,
                      )
                    }
                  >
                    {t(`schedule.weekdayShort.${one}`)}
                  </ToggleButton>
                ))}
              </div>
            )}
          </FormField>
        )}
        {day === scheduleDay.manualExecution && <div className={s.hint}>{t('schedule.manualHint')}</div>}
        <SelectField
          control={control}
          name="plan_id"
          label={t('schedule.plan')}
          options={[
            { value: NO_PLAN, label: t('schedule.noPlan') },
            ...(plans ?? []).map((plan) => ({ value: plan.id, label: plan.name })),
          ]}
        />
        <div className={s.two}>
          <FormField control={control} name="start_date" label={t('schedule.startDate')} required>
            {(field) => <Input {...field} className={s.wide} type="date" value={String(field.value)} />}
          </FormField>
          <FormField control={control} name="end_date" label={t('schedule.endDate')}>
            {(field) => (
              <Input
                {...field}
                className={s.wide}
                type="date"
                value={endDate ?? ''}
                onChange={(_, data) => field.onChange(data.value === '' ? null : data.value)}
              />
            )}
          </FormField>
        </div>
        {!isControl && (
          <>
            <Limit
              form={props.form}
              name="end_time"
              label={t('schedule.endAtTime')}
              first={() => laterBy(getValues('start_time'), 3600)}
            >
              {(value, onChange) => (
                <TimeInput
                  className={s.wide}
                  aria-label={t('schedule.endTime')}
                  value={String(value)}
                  onChange={onChange}
                />
              )}
            </Limit>
            <Limit
              form={props.form}
              name="duration"
              label={t('schedule.endAfter')}
              first={() => firstDuration}
            >
              {(value, onChange) => (
                <DurationField value={Number(value)} onChange={onChange} onBlur={() => undefined} />
              )}
            </Limit>
            {mayCount && (
              <Limit form={props.form} name="count" label={t('schedule.endAfterCount')} first={() => 1}>
                {(value, onChange) => (
                  <SpinButton
                    className={s.wide}
                    min={1}
                    max={1000}
                    aria-label={t('schedule.endAfterCount')}
                    value={Number(value)}
                    onChange={(_, data) => onChange(data.value ?? Number(data.displayValue))}
                  />
                )}
              </Limit>
            )}
          </>
        )}
        <NumberField
          control={control}
          name="advancePlayTime"
          label={t('schedule.advance')}
          min={0}
          max={3600}
        />
        <FormField control={control} name="enabled" label={t('common.status')}>
          {({ value, onChange, ...field }) => (
            <Switch
              {...field}
              checked={value === true}
              label={t(value === true ? 'common.enabled' : 'common.disabled')}
              onChange={(_, data) => onChange(data.checked)}
            />
          )}
        </FormField>
      </div>
    </section>
  );
}

/** A limit that may be absent: its box switches it on, then it has a value. */
function Limit(props: {
  form: TaskFormReturn;
  name: 'end_time' | 'duration' | 'count';
  label: string;
  first: () => string | number;
  children: (value: string | number, onChange: (value: string | number) => void) => ReactNode;
}) {
  const s = useFormStyles();
  const { control } = props.form;
  return (
    <FormField control={control} name={props.name} label="">
      {(field) => {
        const value = field.value as string | number | null;
        return (
          <div className={s.two}>
            <Checkbox
              label={props.label}
              checked={value !== null}
              onChange={(_, data) => field.onChange(data.checked === true ? props.first() : null)}
            />
            {value !== null && props.children(value, field.onChange)}
          </div>
        );
      }}
    </FormField>
  );
}

/** A time of day some seconds after another, over midnight where it comes to that. */
function laterBy(time: string, seconds: number): string {
  const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number);
  const total = (hours * 3600 + minutes * 60 + rest + seconds) % 86_400;
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${pad(total / 3600)}:${pad((total / 60) % 60)}:${pad(total % 60)}`;
}
