import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { TimeInput } from '../../kit/form/TimeInput.tsx';
import { DurationField } from '../../shared/startTask/DurationField.tsx';
import { useFormStyles } from '../../shared/tasks/formStyles.ts';
import { LimitField } from './LimitField.tsx';
import type { TaskFormReturn } from './SourceFields.tsx';

/** Initial values of the limits: an hour, a minute, once. */
const firstEnd = 3600;
const firstDuration = 60;

/** Fields for the end of a task: at a time of day, after a duration, or after a number of rounds. */
export function LimitFields({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const { t } = useTranslation();
  const source = useWatch({ control: form.control, name: 'audio_source' });
  const mayCount = source === 0 || source === 1;
  return (
    <>
      <LimitField
        form={form}
        name="end_time"
        label={t('schedule.endAtTime')}
        first={() => laterBy(form.getValues('start_time'), firstEnd)}
      >
        {(value, onChange) => (
          <TimeInput
            className={s.wide}
            aria-label={t('schedule.endTime')}
            value={String(value)}
            onChange={onChange}
          />
        )}
      </LimitField>
      <LimitField form={form} name="duration" label={t('schedule.endAfter')} first={() => firstDuration}>
        {(value, onChange) => (
          <DurationField value={Number(value)} onChange={onChange} onBlur={() => undefined} />
        )}
      </LimitField>
      {mayCount && (
        <LimitField form={form} name="count" label={t('schedule.endAfterCount')} first={() => 1}>
          {(value, onChange) => (
            <NumberInput
              className={s.wide}
              min={1}
              max={1000}
              aria-label={t('schedule.endAfterCount')}
              value={Number(value)}
              onChange={(count) => onChange(count ?? 0)}
            />
          )}
        </LimitField>
      )}
    </>
  );
}

/** Adds seconds to a time of day, over midnight if needed. */
function laterBy(time: string, seconds: number): string {
  const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number);
  const total = (hours * 3600 + minutes * 60 + rest + seconds) % 86_400;
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${pad(total / 3600)}:${pad((total / 60) % 60)}:${pad(total % 60)}`;
}
