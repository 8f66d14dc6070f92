import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { isSounding } from '../../../streams/alarm.ts';
import { useBrand } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { usePicture } from '../../app/usePicture.ts';
import { AlarmStrip } from '../../shared/alarms/AlarmStrip.tsx';
import { useAlarmBar } from '../../shared/alarms/alarmBar.ts';
import { useAlarms } from '../../shared/alarms/useAlarms.ts';
import type { BuzzerControl } from '../../shared/alarms/useBuzzer.ts';
import { DataAge } from '../../shared/frame/DataAge.tsx';
import { SiteMark } from '../../shared/frame/SiteMark.tsx';
import { useSiteName } from '../../shared/frame/useSiteName.ts';
import { chromeColour, layoutHeight, tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    height: layoutHeight.topBar,
    padding: '0 8px',
    // The line below does not take height from what is pressed.
    boxSizing: 'content-box',
    backgroundColor: chromeColour,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  names: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, lineHeight: '18px' },
  site: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: '14px',
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  /** The alarm, or the notice of a blocked buzzer. Without both it takes no room. */
  state: { display: 'flex', minWidth: 0, ':empty': { display: 'none' } },
  inAlarm: { flex: '1 1 0' },
  age: {
    display: 'flex',
    flexShrink: 0,
    width: '72px',
    justifyContent: 'flex-end',
    containerType: 'inline-size',
  },
});

/**
 * Bar above the screen of a phone: name and age of the data, or in their place the alarm. Keys are in the bar below the
 * screen (PhoneBar.tsx).
 */
export function PhoneHeader(props: { buzzer: BuzzerControl }) {
  const s = useStyles();
  const brand = useBrand();
  const language = useLanguage();
  const site = useSiteName();
  // A logo contains the name.
  const hasLogo = usePicture('logo').isOwn;
  const alarms = useAlarms();
  const bar = useAlarmBar(alarms);
  const inAlarm = alarms.length > 0;
  return (
    <header className={mergeClasses(s.root, bar)} {...(alarms.some(isSounding) ? { 'data-alarm': '' } : {})}>
      {!inAlarm && (
        <>
          <SiteMark size={28} />
          <div className={s.names}>
            {!hasLogo && <span className={s.name}>{brand.names[language]}</span>}
            <span className={s.site} title={site}>
              {site}
            </span>
          </div>
        </>
      )}
      <div className={mergeClasses(s.state, inAlarm && s.inAlarm)} data-testid="bar-state">
        <AlarmStrip alarms={alarms} buzzer={props.buzzer} line />
      </div>
      {!inAlarm && (
        <div className={s.age}>
          <DataAge />
        </div>
      )}
    </header>
  );
}
