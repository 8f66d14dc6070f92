import { Button, Input, makeStyles, Switch } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Plan, type PlanException, type PlanForm, planForm } from '../../../contract/entities/plan.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { FormField, TextAreaField, TextField } from '../kit/form/fields.tsx';
import { useMessages } from '../kit/MessagesContext.tsx';
import { planCalls } from '../schedule/calls.ts';
import { usePlans } from '../schedule/usePlans.ts';
import { tokens, vh } from '../theme/tokens.ts';
import { ExceptionTools } from './ExceptionTools.tsx';
import { type DayRange, withException, withoutDays } from './exceptions.ts';
import { PlanCalendar } from './PlanCalendar.tsx';

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
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '8px' },
  wide: { width: '100%', minWidth: 0 },
  part: {
    margin: '4px 0',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '4px',
      minHeight: '32px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
  },
  one: {
    flexGrow: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
    paddingLeft: 0,
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
  none: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

type PlanInput = z.input<typeof planForm>;

/** Name, dates and the days on which a plan does something else. `plan` null: a new one. */
export function PlanDialog(props: {
  plan: Plan | null;
  onSaved?: (id: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  const messages = useMessages();
  const { plan } = props;
  const today = formatTimestamp(Math.floor(clock.now() / 1000), '', clock.timeZone()).slice(0, 10);
  return (
    <FormDialog<PlanInput, PlanForm>
      title={plan === null ? t('plan.createTitle') : t('plan.editTitle', { name: plan.name })}
      schema={planForm}
      width={1240}
      defaults={{
        name: plan?.name ?? '',
        start_date: plan?.start_date ?? today,
        end_date: plan?.end_date ?? null,
        desc: plan?.desc ?? '',
        enabled: plan?.enabled ?? true,
        exceptions: plan?.exceptions ?? [],
      }}
      onSubmit={async (values) => {
        const calls = planCalls(api);
        const saved =
          plan === null
            ? await calls.create(values)
            : await calls.patch(plan.id, { ...values, rev: plan.rev });
        messages.add('done', t('schedule.saved', { name: values.name }));
        props.onSaved?.(saved.id);
      }}
      onClose={props.onClose}
    >
      {(form) => <Fields form={form} own={plan?.id} today={today} />}
    </FormDialog>
  );
}

function Fields(props: {
  form: UseFormReturn<PlanInput, unknown, PlanForm>;
  own: number | undefined;
  today: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control, setValue } = props.form;
  const [start, end, listed] = useWatch({ control, name: ['start_date', 'end_date', 'exceptions'] });
  const exceptions = (listed ?? []) as PlanException[];
  const [chosen, setChosen] = useState<DayRange | null>(null);
  const plans = usePlans() ?? [];
  const put = (next: PlanException[]) => setValue('exceptions', next, { shouldDirty: true });
  const what = (one: PlanException) => {
    if (one.action === 'weekday')
      return t('plan.likeWeekday', { weekday: t(`codes.weekday.${one.weekday}`) });
    if (one.action === 'plan')
      return t('plan.likePlan', { plan: plans.find((plan) => plan.id === one.plan_id)?.name ?? one.plan_id });
    return t('codes.exceptionAction.skip');
  };
  return (
    <div className={s.root}>
      <div className={s.left}>
        <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
        <div className={s.two}>
          <FormField control={control} name="start_date" label={t('schedule.startDate')} required>
            {(field) => <Input {...field} className={s.wide} type="date" value={start} />}
          </FormField>
          <FormField control={control} name="end_date" label={t('schedule.endDate')}>
            {(field) => (
              <Input
                {...field}
                className={s.wide}
                type="date"
                value={end ?? ''}
                onChange={(_, data) => field.onChange(data.value === '' ? null : data.value)}
              />
            )}
          </FormField>
        </div>
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
        <TextAreaField control={control} name="desc" label={t('common.description')} rows={2} />
        <h3 className={s.part}>{t('plan.exceptions')}</h3>
        {exceptions.length === 0 && <div className={s.none}>{t('plan.noExceptions')}</div>}
        <ul className={s.list} aria-label={t('plan.exceptions')}>
          {exceptions.map((one) => {
            const days = { from: one.start_date, to: one.end_date };
            const dates = days.from === days.to ? days.from : t('schedule.fromTo', days);
            return (
              <li key={`${days.from}${days.to}`}>
                <Button
                  appearance="transparent"
                  size="small"
                  className={s.one}
                  onClick={() => setChosen(days)}
                >
                  <span>
                    {dates}
                    <span className={s.detail}>
                      {[what(one), one.desc].filter((text) => text !== '').join(t('kit.listComma'))}
                    </span>
                  </span>
                </Button>
                <Button
                  appearance="transparent"
                  size="small"
                  icon={<DismissRegular />}
                  aria-label={t('kit.removeItem', { name: dates })}
                  onClick={() => put(withoutDays(exceptions, days))}
                />
              </li>
            );
          })}
        </ul>
      </div>
      <div className={s.right}>
        <PlanCalendar
          start={start}
          end={end ?? null}
          exceptions={exceptions}
          today={props.today}
          chosen={chosen}
          onChoose={setChosen}
        />
        {chosen === null ? (
          <div className={s.none}>{t('plan.chooseDays')}</div>
        ) : (
          <ExceptionTools
            key={`${chosen.from}${chosen.to}`}
            days={chosen}
            exceptions={exceptions}
            plans={plans.filter((plan) => plan.id !== props.own)}
            onSet={(one) => put(withException(exceptions, chosen, one))}
          />
        )}
      </div>
    </div>
  );
}
