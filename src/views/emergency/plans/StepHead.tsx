import { Button, Dropdown, Input, makeStyles, Option } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import type { PlanFormReturn } from './planForm.ts';
import { newStep } from './planForm.ts';

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', width: '100%' },
  name: { flex: '1 1 160px', minWidth: '120px' },
  when: { minWidth: '112px' },
  seconds: { width: '96px' },
});

/** Longest wait of a step, seconds (contract/entities/tasks/alarmPlan.ts). */
const longestWait = 86_400;

/** Header of a later step: name, time, order and removal. */
export function StepHead(props: {
  form: PlanFormReturn;
  index: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { form, index } = props;
  const { control, setValue } = form;
  const [given, after] = useWatch({ control, name: [`steps.${index}.name`, `steps.${index}.after_s`] });
  const name = given || t('alarm.stepN', { n: index + 2 });
  const wait = (seconds: number | null) => setValue(`steps.${index}.after_s`, seconds, { shouldDirty: true });
  const button = (label: string, icon: ReactElement, press: () => void, isOff = false) => (
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
        onOptionSelect={(_, data) => wait(data.optionValue === 'hand' ? null : newStep.after_s)}
      >
        <Option value="time">{t('alarmPlan.byTime')}</Option>
        <Option value="hand">{t('alarm.byHand')}</Option>
      </Dropdown>
      {after !== null && (
        <>
          <NumberInput
            className={s.seconds}
            size="small"
            min={1}
            max={longestWait}
            value={after}
            aria-label={t('alarmPlan.stepSeconds', { name })}
            onChange={(seconds) => wait(Math.round(seconds ?? 0) || 1)}
          />
          <span>{t('alarmPlan.secondsAfter')}</span>
        </>
      )}
      {button(
        t('alarmPlan.stepUp', { name }),
        <ArrowUpRegular />,
        () => props.onMove(index - 1),
        index === 0,
      )}
      {button(
        t('alarmPlan.stepDown', { name }),
        <ArrowDownRegular />,
        () => props.onMove(index + 1),
        props.isLast,
      )}
      {button(t('kit.removeItem', { name }), <DeleteRegular />, props.onRemove)}
    </div>
  );
}
