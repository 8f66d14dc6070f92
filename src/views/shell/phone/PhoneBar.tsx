import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { AlertUrgentRegular, NavigationRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isSounding } from '../../../streams/alarm.ts';
import { usePermission, useScreen } from '../../app/AppContext.tsx';
import { useAlarms } from '../../shared/alarms/useAlarms.ts';
import { useFloodNow } from '../../shared/faults/useFlood.ts';
import { useBarKeyStyles } from '../../shared/frame/barKey.ts';
import { TalkControl } from '../../shared/talk/TalkControl.tsx';
import { chromeColour, tokens } from '../../theme/tokens.ts';
import { FaultsControl } from '../FaultsControl.tsx';
import { OnAirControl } from '../OnAirControl.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexShrink: 0,
    padding: '2px 4px',
    backgroundColor: chromeColour,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/**
 * Bar below the screen of a phone: menu, alarm, faults, stop, and the talk keys, on every screen and in the reach of a
 * thumb.
 */
export function PhoneBar(props: { isMenuOpen: boolean; menuId: string; onMenu: () => void }) {
  const s = useStyles();
  const k = useBarKeyStyles();
  const { t } = useTranslation();
  return (
    <nav className={s.root} aria-label={t('shell.phoneBar')} data-testid="phone-bar">
      <button
        type="button"
        className={mergeClasses(k.key, props.isMenuOpen && k.open)}
        aria-expanded={props.isMenuOpen}
        aria-controls={props.menuId}
        data-testid="phone-menu"
        onClick={props.onMenu}
      >
        <span className={k.top}>
          <NavigationRegular fontSize={20} />
        </span>
        {t('shell.phoneMenu')}
      </button>
      <AlarmKey />
      <FaultsControl compact={false} inBar />
      <OnAirControl inBar />
      <TalkControl inBar />
    </nav>
  );
}

/** Opens alarm control, during a flood its view. */
function AlarmKey() {
  const k = useBarKeyStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const navigate = useNavigate();
  const screen = useScreen('menu_fire_gpio_task');
  const alarms = useAlarms();
  const { isFlood } = useFloodNow();
  if (screen === undefined || !may(screen.codes)) return null;
  const n = alarms.length;
  return (
    <button
      type="button"
      className={mergeClasses(k.key, alarms.some(isSounding) && k.alarm)}
      aria-label={`${t('shell.phoneAlarm')}: ${t('shell.alarms', { n })}`}
      title={t('shell.alarms', { n })}
      data-testid="phone-alarm"
      onClick={() => navigate(isFlood ? '/flood' : '/menu_fire_gpio_task')}
    >
      <span className={k.top}>
        <AlertUrgentRegular fontSize={20} />
        {n > 0 && <b>{n}</b>}
      </span>
      {t('shell.phoneAlarm')}
    </button>
  );
}
