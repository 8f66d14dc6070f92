import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type DayType,
  maxEveryWeeks,
  type PlanException,
  type PlanForm,
  type planForm,
  type Term,
} from '../../../../contract/entities/tasks/plan.ts';
import { DateField } from '../../kit/form/DateField.tsx';
import { EnabledField } from '../../kit/form/EnabledField.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../kit/form/fields.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { usePlans } from '../schedule/usePlans.ts';
import { DayTypeList } from './DayTypeList.tsx';
import { withKnownTypes } from './dayTypes.ts';
import { ExceptionList } from './ExceptionList.tsx';
import { ExceptionTools } from './ExceptionTools.tsx';
import { type DayRange, withException, withHolidays, withoutDays } from './exceptions.ts';
import { HolidayImport } from './HolidayImport.tsx';
import { PlanCalendar } from './PlanCalendar.tsx';
import { TermList } from './TermList.tsx';
import { useListError } from './useListError.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '280px minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(68)}, 820px)`,
    minHeight: '400px',
  },
  left: { overflowY: 'auto', padding: '2px 4px 2px 2px' },
  right: { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, marginBottom: '8px' },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '8px', alignItems: 'start' },
});

export type PlanInput = z.input<typeof planForm>;

/** Fields of a plan: its dates and lists at the left, its calendar at the right. */
export function PlanFields(props: {
  form: UseFormReturn<PlanInput, unknown, PlanForm>;
  own: number | undefined;
  today: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control, setValue, formState } = props.form;
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  const [start, end, listed, everyWeeks, exam, listedTypes, listedTerms] = useWatch({
    control,
    name: ['start_date', 'end_date', 'exceptions', 'every_weeks', 'exam', 'day_types', 'terms'],
  });
  const exceptions = (listed ?? []) as PlanException[];
  const types = (listedTypes ?? []) as DayType[];
  const terms = listedTerms ?? [];
  const listError = useListError(props.form);
  const [chosen, setChosen] = useState<DayRange | null>(null);
  const plans = usePlans() ?? [];
  const put = (next: PlanException[]) => setValue('exceptions', next, options);
  function putTypes(next: DayType[]): void {
    setValue('day_types', next, options);
    const known = withKnownTypes(exceptions, next);
    if (known.length < exceptions.length) put(known);
  }
  return (
    <div className={s.root}>
      <div className={s.left}>
        <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
        <div className={s.two}>
          <DateField control={control} name="start_date" label={t('schedule.startDate')} required />
          <DateField control={control} name="end_date" label={t('schedule.endDate')} />
        </div>
        <SelectField
          control={control}
          name="every_weeks"
          label={t('plan.weeks')}
          hint={t('plan.weeksHint')}
          options={Array.from({ length: maxEveryWeeks }, (_, i) => ({
            value: i + 1,
            label: t(`plan.everyWeeks.${i + 1}`),
          }))}
        />
        <div className={s.two}>
          <EnabledField control={control} name="enabled" />
          <SwitchField control={control} name="exam" label={t('exam.title')} />
        </div>
        {exam === true && <div className={s.note}>{t('exam.hint')}</div>}
        <TextAreaField control={control} name="desc" label={t('common.description')} rows={2} />
        <TermList
          terms={terms}
          start={start}
          end={end ?? null}
          error={listError('terms')}
          onChange={(next: Term[]) => setValue('terms', next, options)}
        />
        <DayTypeList types={types} error={listError('day_types')} onChange={putTypes} />
        <ExceptionList
          exceptions={exceptions}
          types={types}
          plans={plans}
          onChoose={setChosen}
          onRemove={(days) => put(withoutDays(exceptions, days))}
        />
        <HolidayImport
          from={start}
          to={end ?? null}
          onRead={(days) => {
            const next = withHolidays(exceptions, days);
            put(next);
            return next.length - exceptions.length;
          }}
        />
      </div>
      <div className={s.right}>
        <PlanCalendar
          start={start}
          end={end ?? null}
          everyWeeks={everyWeeks ?? 1}
          terms={terms}
          types={types}
          exceptions={exceptions}
          today={props.today}
          chosen={chosen}
          onChoose={setChosen}
        />
        <ExceptionTools
          key={`${chosen?.from}${chosen?.to}`}
          days={chosen}
          exceptions={exceptions}
          types={types}
          plans={plans.filter((plan) => plan.id !== props.own)}
          onSet={(one) => chosen !== null && put(withException(exceptions, chosen, one))}
        />
      </div>
    </div>
  );
}
