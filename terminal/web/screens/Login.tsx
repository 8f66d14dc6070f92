import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine } from '../engine.ts';

/** Account and password of a call station (caster). Kept for this session of the browser only. */
export function Login({ engine, account }: { engine: Engine; account: string }) {
  const { t } = useTranslation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    engine.logIn(String(data.get('account')).trim(), String(data.get('password')));
  };
  return (
    <form onSubmit={submit} aria-label={t('terminalPage.logIn')}>
      <label className="field">
        {t('login.account')}
        <input name="account" required maxLength={32} autoComplete="off" defaultValue={account} />
      </label>
      <label className="field">
        {t('login.password')}
        <input name="password" type="password" required maxLength={100} autoComplete="off" />
      </label>
      <p className="small quiet">{t('terminalPage.logInHint')}</p>
      <button type="submit" className="button primary">
        {t('terminalPage.logIn')}
      </button>
    </form>
  );
}
