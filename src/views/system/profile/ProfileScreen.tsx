import { Button, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlLang, languages, toLanguage } from '../../../../contract/language.ts';
import { chooseLanguage } from '../../../i18n.ts';
import { useUser } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useObservable } from '../../app/useObservable.ts';
import { useRoleName } from '../../app/useRoleName.ts';
import { PasswordDialog } from '../../shared/accounts/PasswordDialog.tsx';
import { chooseMode, modeChoice$, modeChoices } from '../../theme/mode.ts';
import { tokens } from '../../theme/tokens.ts';
import { NameForm } from './NameForm.tsx';
import { Sessions } from './Sessions.tsx';

const useStyles = makeStyles({
  root: { maxWidth: '960px', padding: '16px 24px 32px', boxSizing: 'border-box' },
  section: {
    padding: '16px 0',
    '& + section': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  heading: {
    margin: '0 0 12px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    columnGap: '24px',
    rowGap: '8px',
    margin: '0 0 16px',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0 },
  },
});

/** Profile of the own account: data, password, logins, language and theme. */
export function Component() {
  const s = useStyles();
  const roleName = useRoleName();
  const { t } = useTranslation();
  const user = useUser();
  const language = useLanguage();
  const choice = useObservable(modeChoice$, modeChoice$.value);
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  if (user === null) return null;
  return (
    <div className={s.root}>
      <section className={s.section} aria-labelledby="profile-account">
        <h2 id="profile-account" className={s.heading}>
          {t('profile.accountSection')}
        </h2>
        <dl className={s.facts}>
          <dt>{t('login.account')}</dt>
          <dd>{user.code}</dd>
          <dt>{t('profile.role')}</dt>
          <dd>{roleName(user.role_name)}</dd>
          <dt>{t('profile.zones')}</dt>
          <dd>
            {user.all_zones ? t('profile.allZones') : t('profile.zoneCount', { zones: user.groups.length })}
          </dd>
        </dl>
        <NameForm key={user.name} name={user.name} />
      </section>
      <section className={s.section} aria-labelledby="profile-password">
        <h2 id="profile-password" className={s.heading}>
          {t('login.password')}
        </h2>
        <Button onClick={() => setPasswordOpen(true)}>{t('menu.password')}</Button>
      </section>
      <section className={s.section} aria-labelledby="profile-sessions">
        <h2 id="profile-sessions" className={s.heading}>
          {t('profile.sessions')}
        </h2>
        <Sessions />
      </section>
      <section className={s.section} aria-labelledby="profile-language">
        <h2 id="profile-language" className={s.heading}>
          {t('profile.language')}
        </h2>
        <RadioGroup
          layout="horizontal"
          aria-labelledby="profile-language"
          value={language}
          onChange={(_, data) => void chooseLanguage(toLanguage(data.value))}
        >
          {languages.map((one) => (
            <Radio key={one} value={one} label={<span lang={htmlLang[one]}>{t(`language.${one}`)}</span>} />
          ))}
        </RadioGroup>
      </section>
      <section className={s.section} aria-labelledby="profile-theme">
        <h2 id="profile-theme" className={s.heading}>
          {t('shell.theme')}
        </h2>
        <RadioGroup
          layout="horizontal"
          aria-labelledby="profile-theme"
          value={choice}
          onChange={(_, data) => chooseMode(modeChoices.find((one) => one === data.value) ?? 'system')}
        >
          {modeChoices.map((one) => (
            <Radio key={one} value={one} label={t(`theme.${one}`)} />
          ))}
        </RadioGroup>
      </section>
      {isPasswordOpen && <PasswordDialog onClose={() => setPasswordOpen(false)} />}
    </div>
  );
}
