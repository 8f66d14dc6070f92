import { Link, makeStyles } from '@fluentui/react-components';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useHref, useLinkClickHandler, useMatches } from 'react-router-dom';
import { useApp, useBrand } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { useLanguage } from '../app/useLanguage.ts';
import { useScreenName } from '../app/useScreenName.ts';
import { BrandMark } from '../shared/frame/BrandMark.tsx';
import { tokens } from '../theme/tokens.ts';
import { LanguageSwitch } from './login/LanguageSwitch.tsx';
import { Shell } from './Shell.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    flexShrink: 0,
    padding: '0 16px',
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular, flexGrow: 1 },
  main: { flexGrow: 1, minHeight: 0, overflow: 'auto' },
});

/** The shell; without a login the screens that need none, with a link to the login. */
export function ShellOrOpen(props: { screens: readonly Screen[] }) {
  const { session } = useApp();
  const isLoggedIn = useSelector(session, (state) => state.matches('loggedIn'));
  const isOpen = useMatches().some(({ handle }) => (handle as { isOpen?: boolean } | undefined)?.isOpen);
  return isOpen && !isLoggedIn ? <OpenPage /> : <Shell screens={props.screens} />;
}

function OpenPage() {
  const s = useStyles();
  const { t } = useTranslation();
  const brand = useBrand();
  const language = useLanguage();
  const name = useScreenName();
  const login = useHref('/login');
  const toLogin = useLinkClickHandler<HTMLAnchorElement>('/login');
  useEffect(() => {
    document.title = `${name} · ${brand.titles[language]}`;
  }, [name, brand, language]);
  return (
    <div className={s.root}>
      <header className={s.head}>
        <BrandMark size={24} />
        <span className={s.name}>{brand.names[language]}</span>
        <h1 className={s.title}>{name}</h1>
        <LanguageSwitch />
        <Link href={login} onClick={toLogin}>
          {t('menu.login')}
        </Link>
      </header>
      <main className={s.main}>
        <Outlet />
      </main>
    </div>
  );
}
