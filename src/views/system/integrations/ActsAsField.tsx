import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FormField } from '../../kit/form/fields.tsx';
import type { IntegrationValues } from './SecretField.tsx';

/** Choice of the account in whose name another system acts. */
export function ActsAsField({
  control,
  hint,
}: {
  control: Control<IntegrationValues, unknown, IntegrationValues>;
  hint: string;
}) {
  const { t } = useTranslation();
  return (
    <FormField control={control} name="account" label={t('integration.actsAs')} hint={hint} required>
      {(field) => <EntityChoice path="user" value={field.value as number | null} onChange={field.onChange} />}
    </FormField>
  );
}
