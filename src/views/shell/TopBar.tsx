import { Button, Divider, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isSounding } from '../../streams/alarm.ts';
import { useBrand, usePermission } from '../app/AppContext.tsx';
import { useLanguage } from '../app/useLanguage.ts';
import { usePicture } from '../app/usePicture.ts';
import { labelKey, type Screen } from '../screens.ts';
import { AlarmStrip } from '../shared/alarms/AlarmStrip.tsx';
import { useAlarmBar } from '../shared/alarms/alarmBar.ts';
import { useAlarms } from '../shared/alarms/useAlarms.ts';
import { FloodChip } from '../shared/faults/FloodChip.tsx';
import { useFlood } from '../shared/faults/useFlood.ts';
import { Clock } from '../shared/frame/Clock.tsx';
import { DataAge } from '../shared/frame/DataAge.tsx';
import { SiteMark } from '../shared/frame/SiteMark.tsx';
import { useSiteName } from '../shared/frame/useSiteName.ts';
import { TalkControl } from '../shared/talk/TalkControl.tsx';
import { chromeColour, layoutHeight, narrowScreen, tokens } from '../theme/tokens.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { FaultsControl } from './FaultsControl.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MessagesControl } from './MessagesControl.tsx';
import { OnAirControl } from './OnAirControl.tsx';

/** Below this width figures are shorter, so that the alarm has its room. */
const dense = '@media (max-width: 1500px)';
/**
 * Ranges of media queries that set the same property do not overlap: their precedence must not depend on
 * their order.
 */
const dense1 = '@media (min-width: 1000.1px) and (max-width: 1500px)';
const phone = '@media (max-width: 560px)';
/** Below this width the mark is shown without the name. */
const nameless = '@media (max-width: 660px)';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    height: layoutHeight.topBar,
    flexShrink: 0,
    padding: '0 16px 0 12px',
    boxSizing: 'border-box',
    backgroundColor: chromeColour,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { flexShrink: 0 },
    [dense]: { columnGap: '8px' },
    [narrowScreen]: { flexWrap: 'wrap', height: 'auto', paddingBottom: '4px' },
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    width: '204px',
    minWidth: 0,
    [dense1]: { width: '138px', gap: '8px' },
    [narrowScreen]: { height: layoutHeight.topBar },
    [nameless]: { width: 'auto' },
  },
  brandInAlarm: { [dense1]: { width: '28px' } },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0, [nameless]: { display: 'none' } },
  namesInAlarm: { [dense1]: { display: 'none' } },
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
    // Two short lines instead of a truncated one.
    [dense1]: {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      whiteSpace: 'normal',
      lineHeight: '13px',
    },
  },
  /** Fixed room for items that come and go: nothing beside it moves, and the page gets no wider. */
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flex: '1 1 0',
    minWidth: 0,
    containerType: 'inline-size',
    // As high as the longest name of an alarm beside the figures.
    [narrowScreen]: { order: 2, minHeight: '46px' },
  },
  slot: { display: 'flex', flexShrink: 0, overflow: 'hidden' },
  faults: { width: '190px', [dense]: { width: '168px' }, [phone]: { width: '110px' } },
  faultsInAlarm: { width: '64px', '@container (max-width: 560px)': { display: 'none' } },
  onAir: { width: '190px', [dense]: { width: '154px' }, [phone]: { width: '134px' } },
  flood: { flexShrink: 1, minWidth: 0 },
  age: { display: 'flex', width: '124px', [narrowScreen]: { order: 3 }, [phone]: { display: 'none' } },
  ageInAlarm: { [dense]: { width: '72px' } },
  clock: { display: 'flex', width: '160px', [narrowScreen]: { order: 3 } },
  clockInAlarm: { [dense]: { width: '76px' } },
  notInAlarm: { [phone]: { display: 'none' } },
  briefClock: { [phone]: { width: '76px', overflow: 'hidden' } },
  /** On a narrow screen the state has a row of its own, so that keys and tools keep their place. */
  fill: { display: 'none', [narrowScreen]: { display: 'block', flexGrow: 1 } },
  break: { display: 'none', [narrowScreen]: { display: 'block', order: 1, width: '100%' } },
  divider: { flexGrow: 0, height: '20px', [narrowScreen]: { display: 'none' } },
  tools: { display: 'flex', alignItems: 'center', gap: '4px' },
});

/** Screens with a button in the bar, if they exist. */
const inBar = ['fullscreen/index', 'system'];

/**
 * Top bar. Abnormal states and running broadcasts are shown on every screen, in places of a fixed width; the
 * talk keys are at its end and never move.
 */
export function TopBar(props: { screens: readonly Screen[]; onPassword: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const brand = useBrand();
  const language = useLanguage();
  const may = usePermission();
  const navigate = useNavigate();
  const site = useSiteName();
  // A logo contains the name.
  const hasLogo = usePicture('logo').isOwn;
  const alarms = useAlarms();
  const bar = useAlarmBar(alarms);
  const { isFlood } = useFlood();
  const inAlarm = alarms.length > 0;
  return (
    <header className={mergeClasses(s.root, bar)} {...(alarms.some(isSounding) ? { 'data-alarm': '' } : {})}>
      <div className={mergeClasses(s.brand, inAlarm && s.brandInAlarm)} title={site}>
        <SiteMark size={28} />
        <div className={mergeClasses(s.names, inAlarm && s.namesInAlarm)}>
          {!hasLogo && <span className={s.name}>{brand.names[language]}</span>}
          <span className={s.tagline}>{site}</span>
        </div>
      </div>
      <div className={s.state} data-testid="bar-state">
        <AlarmStrip alarms={alarms} />
        {/* In a flood of alarms the strip counts the faults too. */}
        {!(inAlarm && isFlood) && (
          <div className={mergeClasses(s.slot, inAlarm ? s.faultsInAlarm : s.faults)}>
            <FaultsControl compact={inAlarm} />
          </div>
        )}
        {!inAlarm && (
          <div className={mergeClasses(s.slot, s.onAir)}>
            <OnAirControl />
          </div>
        )}
        {!inAlarm && (
          <div className={mergeClasses(s.slot, s.flood)}>
            <FloodChip />
          </div>
        )}
      </div>
      <div className={mergeClasses(s.age, inAlarm && s.ageInAlarm)}>
        <DataAge brief={inAlarm} />
      </div>
      <Divider vertical className={s.divider} />
      <div
        className={mergeClasses(s.clock, inAlarm && s.clockInAlarm, s.briefClock, inAlarm && s.notInAlarm)}
      >
        <Clock brief={inAlarm} />
      </div>
      <Divider vertical className={s.divider} />
      <span className={s.fill} />
      <TalkControl />
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
      <span className={s.break} />
    </header>
  );
}
