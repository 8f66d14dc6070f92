import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBrand, useUser } from '../../app/AppContext.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { formResolver } from '../../kit/form/formResolver.ts';
import { SubmitButton } from '../../kit/form/SubmitButton.tsx';
import { useServerForm } from '../../kit/form/useServerForm.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { PasswordFields } from '../../shared/accounts/PasswordFields.tsx';
import { noPasswords, passwordForm } from '../../shared/accounts/passwordForm.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  title: {
    margin: '0 0 8px',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  reason: { margin: '0 0 16px', color: tokens.colorNeutralForeground2 },
  wide: { width: '100%' },
  out: { width: '100%', marginTop: '8px' },
});

/** Form for replacing a password that somebody else has set; afterwards the console goes on to its target. */
export function FirstPassword() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, session } = useApp();
  const { passwordStrength } = useBrand();
  const user = useUser();
  const messages = useMessages();
  const resolver = useMemo(() => formResolver(passwordForm(passwordStrength)), [passwordStrength]);
  const { form, refused, submit } = useServerForm(
    { resolver, defaultValues: noPasswords },
    async (values) => {
      await api.post('/v1/profile/password', values, { quiet: true });
      messages.add('done', t('profile.passwordChanged'));
      session.send({ type: 'session.passwordChosen' });
    },
  );
  const { setFocus } = form;
  useEffect(() => setFocus('old_password'), [setFocus]);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate data-testid="first-password">
      <h2 className={s.title}>{t('login.firstPassword')}</h2>
      <p className={s.reason}>{t('login.firstPasswordWhy', { account: user?.code ?? '' })}</p>
      {/* Tells password managers the account. */}
      <input type="text" autoComplete="username" value={user?.code ?? ''} readOnly hidden />
      <PasswordFields control={form.control} />
      {refused !== null && <FormError text={refused} />}
      <SubmitButton busy={form.formState.isSubmitting} size="large" className={s.wide}>
        {t('login.firstPasswordDone')}
      </SubmitButton>
      <Button appearance="subtle" className={s.out} onClick={() => session.send({ type: 'session.logout' })}>
        {t('shell.logOut')}
      </Button>
    </form>
  );
}
