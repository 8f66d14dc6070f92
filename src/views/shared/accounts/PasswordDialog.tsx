import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBrand } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { noPasswords, passwordForm } from './passwordForm.ts';

/** Dialog for changing the own password; it ends the other logins. */
export function PasswordDialog(props: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { passwordStrength } = useBrand();
  const schema = useMemo(() => passwordForm(passwordStrength), [passwordStrength]);
  return (
    <FormDialog
      title={t('menu.password')}
      schema={schema}
      defaults={noPasswords}
      onClose={props.onClose}
      onSubmit={(values) => api.post('/v1/profile/password', values, { quiet: true })}
      saved={() => t('profile.passwordChanged')}
    >
      {({ control }) => <PasswordFields control={control} />}
    </FormDialog>
  );
}
