import { makeStyles } from '@fluentui/react-components';
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { busyPolicy, codeValues } from '../../../../contract/codes.ts';
import { MAX_WAIT_S } from '../../../../contract/constants.ts';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';

const useStyles = makeStyles({
  two: { display: 'grid', gridTemplateColumns: '5fr 3fr', columnGap: '8px' },
});

/** Fields of a form for what a start does at busy terminals: `busy_policy`, and `wait_s` where it waits. */
export function BusyFormFields<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = props;
  const policy = useWatch({ control, name: 'busy_policy' as Path<V> }) as string;
  const waits = policy === busyPolicy.wait;
  return (
    <div className={waits ? s.two : undefined}>
      <SelectField
        control={control}
        name={'busy_policy' as Path<V>}
        label={t('queue.whenBusy')}
        options={codeValues(busyPolicy).map((value) => ({ value, label: t(`codes.busyPolicy.${value}`) }))}
      />
      {waits && (
        <NumberField
          control={control}
          name={'wait_s' as Path<V>}
          label={t('queue.longestWait')}
          min={1}
          max={MAX_WAIT_S}
        />
      )}
    </div>
  );
}
