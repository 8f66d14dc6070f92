import { Switch } from '@fluentui/react-components';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from './fields.tsx';

/** Switch that enables an entity. The label describes the enabled state and never changes. */
export function EnabledField<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  name: FieldPath<V>;
}) {
  const { t } = useTranslation();
  return (
    <FormField {...props} label={t('common.status')}>
      {({ value, onChange, ...field }) => (
        <Switch
          {...field}
          checked={value === true}
          label={t('common.enabled')}
          onChange={(_, data) => onChange(data.checked)}
        />
      )}
    </FormField>
  );
}
