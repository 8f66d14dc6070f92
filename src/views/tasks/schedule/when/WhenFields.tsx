import { ToggleButton } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeValues, scheduleDay } from '../../../../../contract/codes.ts';
import { DateField } from '../../../kit/form/DateField.tsx';
import { FormField, SelectField } from '../../../kit/form/fields.tsx';
import { TimeInput } from '../../../kit/form/TimeInput.tsx';
import { usePanelStyles } from '../../../shared/targets/panelStyles.ts';
import { useFormStyles } from '../../../shared/tasks/formStyles.ts';
import { weekOrder } from '../../../shared/tasks/taskStatus.ts';
import type { TaskFormReturn } from '../SourceFields.tsx';
import { BusyRunFields } from './BusyRunFields.tsx';
import { DayTypeToggles } from './DayTypeToggles.tsx';
import { EndField } from './EndField.tsx';

/** Fields for the time of a task: start, days, dates, and end. */
export function WhenFields({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control, setValue, formState } = form;
  const [source, day, flags] = useWatch({
    control,
    name: ['audio_source', 'schedule_day', 'weekday_flags'],
  });
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  return (
    <section>
      <div className={p.heading}>
        <h3>{t('schedule.when')}</h3>
      </div>
      <div className={s.scroll}>
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
        <DayTypeToggles form={form} />
        {day === scheduleDay.manualExecution && <div className={s.hint}>{t('schedule.manualHint')}</div>}
        <div className={s.two}>
          <DateField control={control} name="start_date" label={t('schedule.startDate')} required />
          <DateField control={control} name="end_date" label={t('schedule.endDate')} />
        </div>
        {source !== 101 && <EndField form={form} />}
        <BusyRunFields control={control} source={source} />
      </div>
    </section>
  );
}
