import { MessageBar, MessageBarBody, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useBrand } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { usePicture } from '../../app/usePicture.ts';
import { tokens, vw } from '../../theme/tokens.ts';
import { FirstPassword } from './FirstPassword.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { LoginForm } from './LoginForm.tsx';
import { LoginHead } from './LoginHead.tsx';
import { LoginLinks } from './LoginLinks.tsx';
import { ServerState } from './ServerState.tsx';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    height: '100%',
    minHeight: '560px',
    overflow: 'auto',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  centre: { alignItems: 'center', justifyContent: 'center' },
  box: {
    width: '400px',
    maxWidth: `calc(${vw(100)} - 32px)`,
    boxSizing: 'border-box',
    padding: '40px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow64,
  },
  language: { position: 'absolute', top: '18px', right: '24px' },
  foot: {
    position: 'absolute',
    left: '24px',
    right: '24px',
    bottom: '16px',
    display: 'flex',
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground2,
  },
  art: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    padding: '0 64px 88px',
    backgroundSize: 'cover',
    backgroundPosition: 'left center',
    // The drawing is dark in both colour schemes; text on it is white.
    color: tokens.colorNeutralForegroundOnBrand,
    '@media (max-width: 900px)': { display: 'none' },
  },
  background: {
    padding: '4px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  scrim: {
    padding: '16px 24px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: 'rgb(0 0 0 / 72%)',
  },
  title: { margin: 0, fontSize: '40px', lineHeight: '56px', fontWeight: tokens.fontWeightSemibold },
  tagline: { margin: '8px 0 0', fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  side: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    width: '480px',
    maxWidth: vw(100),
    flexShrink: 0,
    boxSizing: 'border-box',
    padding: '64px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 900px)': { width: '100%' },
  },
  note: { marginBottom: '16px' },
  sideFoot: { left: '64px', right: '64px' },
});

/** Login page: box in the centre, or at the right beside the drawing of the brand. */
export function LoginPage() {
  const s = useStyles();
  const brand = useBrand();
  const { t } = useTranslation();
  const language = useLanguage();
  const isChoosing = useSelector(useApp().session, (state) => state.matches('choosingPassword'));
  const wasIdle = useSelector(useApp().session, (state) => state.context.wasIdle);
  const picture = usePicture('login');
  const drawing = picture.url === undefined ? {} : { backgroundImage: `url("${picture.url}")` };
  // Text over a picture of the site must be readable on any picture.
  const background = picture.isOwn ? s.background : undefined;
  useEffect(() => {
    document.title = brand.titles[language];
  }, [brand, language]);
  const form = (
    <>
      <LoginHead />
      {wasIdle && (
        <MessageBar intent="info" layout="multiline" className={s.note} data-testid="was-idle">
          <MessageBarBody>{t('login.wasIdle')}</MessageBarBody>
        </MessageBar>
      )}
      {isChoosing ? <FirstPassword /> : <LoginForm />}
      <LoginLinks />
    </>
  );
  if (brand.login.position === 'right')
    return (
      <main className={s.root}>
        <div className={s.art} style={drawing}>
          <div className={mergeClasses(picture.isOwn && s.scrim)}>
            <h2 className={s.title}>{brand.titles[language]}</h2>
            <p className={s.tagline}>{brand.taglines[language]}</p>
          </div>
        </div>
        <div className={s.side}>
          <LanguageSwitch className={s.language} />
          {form}
          <ServerState className={mergeClasses(s.foot, s.sideFoot)} short />
        </div>
      </main>
    );
  return (
    <main className={mergeClasses(s.root, s.centre)} style={drawing}>
      <LanguageSwitch className={s.language} />
      <div className={s.box}>{form}</div>
      <ServerState className={mergeClasses(s.foot, background)} />
    </main>
  );
}
