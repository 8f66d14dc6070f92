import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { accountPassword, confirmed } from '../../../contract/rules.ts';
import { useApp, useBrand } from '../app/AppContext.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { PasswordField } from '../kit/form/fields.tsx';
import { useMessages } from '../kit/MessagesContext.tsx';

/** The rule of spec 5 that holds for accounts: three of four classes, or the one with special characters. */
function passwordForm(strength: boolean) {
  return z
    .object({
      old_password: z.string().min(1, 'auth.passwordEmpty'),
      password: accountPassword(strength),
      confirmPassword: z.string(),
    })
    .check(confirmed);
}

/** Change one's own password; the other logins end with it. */
export function PasswordDialog(props: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { passwordStrength } = useBrand();
  const messages = useMessages();
  const schema = useMemo(() => passwordForm(passwordStrength), [passwordStrength]);
  return (
    <FormDialog
      title={t('menu.password')}
      schema={schema}
      defaults={{ old_password: '', password: '', confirmPassword: '' }}
      onClose={props.onClose}
      onSubmit={async (values) => {
        await api.post('/v1/profile/password', values, { quiet: true });
        messages.add('done', t('profile.passwordChanged'));
      }}
    >
      {({ control }) => (
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
      )}
    </FormDialog>
  );
}
