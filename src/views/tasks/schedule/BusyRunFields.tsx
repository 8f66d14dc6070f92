import { makeStyles } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { busyPolicy } from '../../../../contract/codes.ts';
import { LEAST_RETRY_S, MAX_RETRIES, MAX_RETRY_S } from '../../../../contract/constants.ts';
import { NumberField } from '../../kit/form/fields.tsx';
import { BusyFormFields } from '../../shared/queue/BusyFormFields.tsx';
import type { TaskFormReturn } from './SourceFields.tsx';

const useStyles = makeStyles({
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '8px' },
});

/** Fields for what the runs of a saved task do at busy terminals, and how often they ask again. */
export function BusyRunFields({ control }: Pick<TaskFormReturn, 'control'>) {
  const s = useStyles();
  const { t } = useTranslation();
  const policy = useWatch({ control, name: 'busy_policy' });
  return (
    <>
      <BusyFormFields control={control} />
      {policy !== busyPolicy.preempt && (
        <div className={s.two}>
          <NumberField
            control={control}
            name="retries"
            label={t('queue.retries')}
            min={0}
            max={MAX_RETRIES}
          />
          <NumberField
            control={control}
            name="retry_s"
            label={t('queue.retryEvery')}
            min={LEAST_RETRY_S}
            max={MAX_RETRY_S}
          />
        </div>
      )}
    </>
  );
}
