import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../../app/AppContext.tsx';
import { PasswordField } from '../../kit/form/fields.tsx';
import type { noPasswords } from './passwordForm.ts';

/** Fields for the present password, the new one and its confirmation. */
export function PasswordFields({ control }: { control: Control<typeof noPasswords> }) {
  const { t } = useTranslation();
  const { passwordStrength } = useBrand();
  return (
    <>
      <PasswordField
        control={control}
        name="old_password"
        label={t('profile.oldPassword')}
        autoComplete="current-password"
        required
      />
      <PasswordField
        control={control}
        name="password"
        label={t('profile.newPassword')}
        hint={t(passwordStrength ? 'profile.ruleStrong' : 'profile.ruleSpecial')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        control={control}
        name="confirmPassword"
        label={t('profile.confirmPassword')}
        autoComplete="new-password"
        required
      />
    </>
  );
}
