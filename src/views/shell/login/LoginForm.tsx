import { Checkbox, Input, makeStyles } from '@fluentui/react-components';
import { LockClosedRegular, PersonRegular } from '@fluentui/react-icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { loginForm, type LoginForm as Values } from '../../../../contract/rules/rules.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { fieldErrorText, zodMessage } from '../../kit/form/errors.ts';
import { MessageField } from '../../kit/form/MessageField.tsx';
import { PasswordInput } from '../../kit/form/PasswordInput.tsx';
import { SubmitButton } from '../../kit/form/SubmitButton.tsx';
import { useWait } from './useWait.ts';

const useStyles = makeStyles({
  remember: { marginLeft: '-8px', marginBottom: '8px' },
  submit: { width: '100%' },
});

/** Local storage key of the remembered account name; the password is never stored. */
const rememberKey = 'account';

/**
 * Form for account and password, with refused logins beside the password and the wait after too many of them.
 * @param account the account that logs in again over a view that stays; undefined: any
 */
export function LoginForm(props: { account?: string }) {
  const s = useStyles();
  const { t } = useTranslation();
  const language = useLanguage();
  const { session } = useApp();
  const error = useSelector(session, (state) => state.context.error);
  const isBusy = useSelector(
    session,
    (state) => state.matches('loggingIn') || state.matches({ loggedIn: { renewing: 'loggingIn' } }),
  );
  const stored = localStorage.getItem(rememberKey);
  const remembered = props.account ?? stored;
  const [isRemembered, setRemembered] = useState(stored !== null);
  const wait = useWait(error);
  const { register, handleSubmit, formState, setFocus } = useForm<Values>({
    resolver: zodResolver(loginForm, { error: zodMessage }),
    defaultValues: { username: remembered ?? '', password: '' },
  });
  useEffect(() => setFocus(remembered === null ? 'username' : 'password'), [setFocus, remembered]);
  const submit = handleSubmit((credentials) => {
    if (isRemembered) localStorage.setItem(rememberKey, credentials.username);
    else localStorage.removeItem(rememberKey);
    session.send({ type: 'session.login', credentials });
  });
  const failed = (() => {
    if (error === null || isBusy) return undefined;
    if (wait > 0) return t('login.wait', { seconds: wait });
    if (error.network) return t('common.connectionFailed');
    return error.message === '' ? t('common.interfaceFailed') : error.message;
  })();
  const usernameError = fieldErrorText(formState.errors.username?.message, language);
  const passwordError = fieldErrorText(formState.errors.password?.message, language) ?? failed;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <MessageField label={t('login.account')} error={usernameError}>
        <Input
          size="large"
          autoComplete="username"
          contentBefore={<PersonRegular />}
          {...register('username')}
        />
      </MessageField>
      <MessageField label={t('login.password')} error={passwordError}>
        <PasswordInput
          size="large"
          autoComplete="current-password"
          contentBefore={<LockClosedRegular />}
          {...register('password')}
        />
      </MessageField>
      <Checkbox
        className={s.remember}
        label={t('login.remember')}
        checked={isRemembered}
        onChange={(_, data) => setRemembered(data.checked === true)}
      />
      <SubmitButton busy={isBusy} disabled={wait > 0} size="large" className={s.submit}>
        {t('menu.login')}
      </SubmitButton>
    </form>
  );
}
