import { Button, Divider, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useBrand, usePermission } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { type BuiltScreen, labelKey } from '../screens.ts';
import { TalkControl } from '../talk/TalkControl.tsx';
import { layoutHeight, tokens } from '../theme/tokens.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BrandMark } from './BrandMark.tsx';
import { Clock } from './Clock.tsx';
import { DataAge } from './DataAge.tsx';
import { FaultsControl } from './FaultsControl.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MessagesControl } from './MessagesControl.tsx';
import { OnAirControl } from './OnAirControl.tsx';
import { useSiteName } from './useSiteName.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: layoutHeight.topBar,
    flexShrink: 0,
    padding: '0 16px 0 12px',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { flexShrink: 0 },
  },
  brand: { display: 'flex', alignItems: 'center', gap: '10px', width: '184px', minWidth: 0 },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: '18px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  tagline: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: '14px',
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  rest: { flexGrow: 1, flexShrink: 1 },
  divider: { flexGrow: 0, height: '20px' },
  tools: { display: 'flex', alignItems: 'center', gap: '4px' },
});

/** Screens with a button in the bar, if they exist. */
const inBar = ['fullscreen/index', 'system'];

/** The top bar, 48 px (look: Layout). What is abnormal and what is on the air stands in it on every screen. */
export function TopBar(props: { screens: readonly BuiltScreen[]; onPassword: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const brand = useBrand();
  const language = useLanguage();
  const may = usePermission();
  const navigate = useNavigate();
  const site = useSiteName();
  return (
    <header className={s.root}>
      <div className={s.brand}>
        <BrandMark size={28} />
        <div className={s.names}>
          <span className={s.name}>{brand.names[language]}</span>
          <span className={s.tagline}>{site}</span>
        </div>
      </div>
      <FaultsControl />
      <OnAirControl />
      <TalkControl />
      <span className={s.rest} />
      <DataAge />
      <Divider vertical className={s.divider} />
      <Clock />
      <Divider vertical className={s.divider} />
      <div className={s.tools}>
        {props.screens
          .filter((screen) => inBar.includes(screen.path) && may(screen.codes))
          .map((screen) => (
            <Button
              key={screen.path}
              appearance="transparent"
              icon={<screen.icon />}
              aria-label={t(labelKey(screen))}
              title={t(labelKey(screen))}
              onClick={() => navigate(`/${screen.path}`)}
            />
          ))}
        <MessagesControl />
        <LanguageMenu />
        <AccountMenu screens={props.screens} onPassword={props.onPassword} />
      </div>
    </header>
  );
}
