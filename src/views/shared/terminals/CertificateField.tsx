import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../kit/form/fields.tsx';

/** Field for the fingerprint of the certificate of another machine. */
export function CertificateField<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  name: FieldPath<V>;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      label={t('foreign.certificate')}
      hint={t('foreign.certificateHint')}
      maxLength={95}
    />
  );
}
