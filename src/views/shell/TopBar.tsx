import { Button, Divider, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isSounding } from '../../streams/alarm.ts';
import { AlarmStrip } from '../alarms/AlarmStrip.tsx';
import { useAlarmBar } from '../alarms/alarmBar.ts';
import { useAlarms } from '../alarms/useAlarms.ts';
import { useBrand, usePermission } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { usePicture } from '../app/usePicture.ts';
import { FloodChip } from '../flood/FloodChip.tsx';
import { labelKey, type Screen } from '../screens.ts';
import { TalkControl } from '../talk/TalkControl.tsx';
import { chromeColour, layoutHeight, narrowScreen, tokens } from '../theme/tokens.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Clock } from './Clock.tsx';
import { DataAge } from './DataAge.tsx';
import { FaultsControl } from './FaultsControl.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MessagesControl } from './MessagesControl.tsx';
import { OnAirControl } from './OnAirControl.tsx';
import { SiteMark } from './SiteMark.tsx';
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
    backgroundColor: chromeColour,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { flexShrink: 0 },
    [narrowScreen]: { flexWrap: 'wrap', height: 'auto', minHeight: layoutHeight.topBar, paddingBlock: '4px' },
  },
  brand: { display: 'flex', alignItems: 'center', gap: '10px', width: '204px', minWidth: 0 },
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
  rest: { flexGrow: 1, flexShrink: 1, [narrowScreen]: { display: 'none' } },
  /** A narrow bar has its room for the alarm. */
  inAlarm: { '@media (max-width: 1500px)': { display: 'none' } },
  brandInAlarm: { '@media (max-width: 1500px)': { width: 'auto' } },
  divider: { flexGrow: 0, height: '20px' },
  tools: { display: 'flex', alignItems: 'center', gap: '4px' },
});

/** Screens with a button in the bar, if they exist. */
const inBar = ['fullscreen/index', 'system'];

/** The top bar, 48 px (look: Layout). What is abnormal and what is on the air stands in it on every screen. */
export function TopBar(props: { screens: readonly Screen[]; onPassword: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const brand = useBrand();
  const language = useLanguage();
  const may = usePermission();
  const navigate = useNavigate();
  const site = useSiteName();
  // A logo has the name in it.
  const hasLogo = usePicture('logo').isOwn;
  const alarms = useAlarms();
  const bar = useAlarmBar(alarms);
  return (
    <header className={mergeClasses(s.root, bar)} {...(alarms.some(isSounding) ? { 'data-alarm': '' } : {})}>
      <div className={mergeClasses(s.brand, alarms.length > 0 && s.brandInAlarm)}>
        <SiteMark size={28} />
        <div className={mergeClasses(s.names, alarms.length > 0 && s.inAlarm)}>
          {!hasLogo && <span className={s.name}>{brand.names[language]}</span>}
          <span className={s.tagline}>{site}</span>
        </div>
      </div>
      <AlarmStrip alarms={alarms} />
      <FaultsControl compact={alarms.length > 0} />
      {alarms.length === 0 && <FloodChip />}
      {alarms.length === 0 && <OnAirControl />}
      <TalkControl />
      {alarms.length === 0 && <span className={s.rest} />}
      <DataAge />
      <Divider vertical className={s.divider} />
      <Clock brief={alarms.length > 0} />
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
