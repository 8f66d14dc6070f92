import { makeStyles } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { busyPolicy, codeValues } from '../../../../../contract/codes.ts';
import { LEAST_RETRY_S, MAX_RETRIES, MAX_RETRY_S, MAX_WAIT_S } from '../../../../../contract/constants.ts';
import { NumberField, SelectField } from '../../../kit/form/fields.tsx';
import { useFormStyles } from '../../../shared/tasks/formStyles.ts';
import type { TaskFormReturn } from '../SourceFields.tsx';
import { hasBusyPolicy, type TaskValues } from '../taskForm.ts';

const useStyles = makeStyles({
  numbers: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    columnGap: '8px',
    alignItems: 'end',
  },
});

/** Numbers of a policy that does not pre-empt; the wait is one of the policy that waits. */
const numbers = [
  { name: 'wait_s', label: 'queue.waitShort', min: 1, max: MAX_WAIT_S },
  { name: 'retries', label: 'queue.retries', min: 0, max: MAX_RETRIES },
  { name: 'retry_s', label: 'queue.retryEvery', min: LEAST_RETRY_S, max: MAX_RETRY_S },
] as const;

/**
 * Fields for the time before its own at which a task starts, and for what its runs do at busy terminals: their wait,
 * and how often they ask again.
 */
export function BusyRunFields(props: {
  control: TaskFormReturn['control'];
  source: TaskValues['audio_source'];
}) {
  const s = useStyles();
  const f = useFormStyles();
  const { t } = useTranslation();
  const { control, source } = props;
  const policy = useWatch({ control, name: 'busy_policy' });
  const advance = (
    <NumberField control={control} name="advancePlayTime" label={t('schedule.advance')} min={0} max={3600} />
  );
  if (!hasBusyPolicy(source)) return advance;
  return (
    <>
      <div className={f.two}>
        {advance}
        <SelectField
          control={control}
          name="busy_policy"
          label={t('queue.whenBusy')}
          options={codeValues(busyPolicy).map((value) => ({ value, label: t(`codes.busyPolicy.${value}`) }))}
        />
      </div>
      {policy !== busyPolicy.preempt && (
        <div className={s.numbers}>
          {numbers
            .filter(({ name }) => name !== 'wait_s' || policy === busyPolicy.wait)
            .map(({ label, ...range }) => (
              <NumberField key={range.name} control={control} label={t(label)} {...range} />
            ))}
        </div>
      )}
    </>
  );
}
