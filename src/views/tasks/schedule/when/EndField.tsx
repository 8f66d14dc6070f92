import { Dropdown, Option } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '../../../../../contract/language.ts';
import { fieldErrorText } from '../../../kit/form/errors.ts';
import { FieldGroup } from '../../../kit/form/FieldGroup.tsx';
import { MessageField } from '../../../kit/form/MessageField.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { TimeInput } from '../../../kit/form/TimeInput.tsx';
import { DurationField } from '../../../shared/startTask/DurationField.tsx';
import { useFormStyles } from '../../../shared/tasks/formStyles.ts';
import type { TaskFormReturn } from '../SourceFields.tsx';
import { ends, firstEnds, type TaskEnd } from './endChoice.ts';

const labels = {
  none: 'schedule.endsNever',
  end_time: 'schedule.endAtTime',
  duration: 'schedule.endAfter',
  count: 'schedule.endAfterCount',
} as const satisfies Record<TaskEnd, string>;

/** Field for the end of a task: none, at a time of day, after a duration, or after a number of rounds. */
export function EndField({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const { t, i18n } = useTranslation();
  const { control, setValue, getValues, formState } = form;
  const [source, endTime, duration, count] = useWatch({
    control,
    name: ['audio_source', 'end_time', 'duration', 'count'],
  });
  const values = { end_time: endTime, duration, count };
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  const mayCount = source === 0 || source === 1;
  const possible = ends.filter((end) => end !== 'count' || mayCount);
  const chosen: TaskEnd = possible.find((end) => end !== 'none' && values[end] !== null) ?? 'none';
  const choose = (end: TaskEnd) => {
    const next = firstEnds(end, getValues('start_time'));
    for (const name of ['end_time', 'duration', 'count'] as const) setValue(name, next[name], options);
  };
  const failed = (['end_time', 'duration', 'count'] as const).find((name) => formState.errors[name]);
  const error =
    failed === undefined
      ? undefined
      : fieldErrorText(formState.errors[failed]?.message, toLanguage(i18n.language));
  return (
    <MessageField label={t('schedule.ends')} error={error}>
      <FieldGroup label={t('schedule.ends')} className={s.two}>
        <Dropdown
          className={s.wide}
          aria-label={t('schedule.ends')}
          value={t(labels[chosen])}
          selectedOptions={[chosen]}
          onOptionSelect={(_, data) => choose(ends.find((end) => end === data.optionValue) ?? 'none')}
        >
          {possible.map((end) => (
            <Option key={end} value={end}>
              {t(labels[end])}
            </Option>
          ))}
        </Dropdown>
        {chosen === 'end_time' && (
          <TimeInput
            className={s.wide}
            aria-label={t('schedule.endTime')}
            value={endTime ?? ''}
            onChange={(value) => setValue('end_time', value, options)}
          />
        )}
        {chosen === 'duration' && (
          <DurationField
            value={duration ?? 0}
            onChange={(value) => setValue('duration', value, options)}
            onBlur={() => undefined}
          />
        )}
        {chosen === 'count' && (
          <NumberInput
            className={s.wide}
            min={1}
            max={1000}
            aria-label={t('schedule.endAfterCount')}
            value={count}
            onChange={(value) => setValue('count', value ?? 0, options)}
          />
        )}
      </FieldGroup>
    </MessageField>
  );
}
