import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { isSounding, needsAttention } from '../../../streams/alarm.ts';
import { useScreen, useSiteClock } from '../../app/AppContext.tsx';
import { Announced } from '../../kit/messages/Announced.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';
import { alarmStatus } from './alarmStatus.ts';
import { elapsed } from './alarmTimes.ts';
import { lineSize } from './nameSize.ts';
import { useStripStyles } from './stripStyles.ts';
import { useStripControl } from './useStripControl.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flex: '1 1 0',
    minWidth: 0,
    // The button of a blocked buzzer is its icon where this is narrow.
    containerType: 'inline-size',
  },
  what: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flex: '1 1 0',
    minWidth: 0,
    height: '48px',
    padding: 0,
    border: 'none',
    color: 'inherit',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
    cursor: 'pointer',
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '-2px' },
  },
  bell: { flexShrink: 0 },
  texts: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: { overflowWrap: 'anywhere' },
  short: { fontSize: tokens.fontSizeBase400, lineHeight: '20px' },
  medium: { fontSize: tokens.fontSizeBase300, lineHeight: '16px' },
  long: { fontSize: tokens.fontSizeBase100, lineHeight: '14px' },
  status: { fontSize: tokens.fontSizeBase100, lineHeight: '14px', fontWeight: tokens.fontWeightRegular },
  acknowledge: { flexShrink: 0, minWidth: '48px', padding: '0 12px' },
  /** Over the row below: the strip has one line, and nothing moves. */
  place: { position: 'absolute', top: '100%', left: 0, right: 0, zIndex: 6 },
  failure: {
    display: 'flex',
    width: '100%',
    alignItems: 'center',
    gap: '8px',
    padding: '0 12px',
    border: `1px solid ${tokens.tocsinFaultEdge}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
    cursor: 'pointer',
  },
});

/**
 * Alarm strip of a phone, on one line: the whole name of the most urgent alarm, its state and duration where they have
 * room, and acknowledge. Further alarms are counted by the key below the screen. `children`: blocked buzzer.
 */
export function AlarmLine(props: { first: AlarmLive; isNew: boolean; children: ReactNode }) {
  const s = useStyles();
  const strip = useStripStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const clock = useSiteClock();
  const screen = useScreen('menu_fire_gpio_task');
  const { first } = props;
  const { control, canAcknowledge, hasAcknowledge } = useStripControl(first, props.isNew);
  useSecond();
  const isReal = isSounding(first);
  const status = t(`status.${alarmStatus(first)}`);
  const size = lineSize(first.plan_name);
  return (
    <div className={s.root} data-testid="alarm-strip" data-state={first.state}>
      <button
        type="button"
        className={s.what}
        disabled={screen === undefined}
        title={`${first.plan_name}: ${t('alarm.openControl')}`}
        onClick={() => navigate(`/menu_fire_gpio_task?plan=${first.plan_id}`)}
      >
        <span className={mergeClasses(strip.bell, s.bell, !isReal && strip.quietBell)}>
          <span className={needsAttention(first) ? strip.blink : undefined}>
            <Glyph name={isReal ? 'alarm' : 'alarmOutline'} size={20} />
          </span>
        </span>
        <span className={s.texts}>
          <span className={mergeClasses(s.name, s[size])} data-testid="alarm-name">
            {first.plan_name}
          </span>
          {size !== 'long' && (
            <span className={s.status}>
              {first.drill === drillMode.none ? status : t('alarm.drill', { status })}{' '}
              {/* A counting figure would be read out every second. */}
              <span aria-hidden="true">{elapsed(clock.now() - first.began_at)}</span>
            </span>
          )}
        </span>
      </button>
      {props.children}
      {hasAcknowledge && (
        <Button
          className={mergeClasses(strip.acknowledge, s.acknowledge)}
          disabledFocusable={!canAcknowledge}
          data-testid="alarm-acknowledge"
          aria-keyshortcuts="F8"
          onClick={() => control.act('acknowledge')}
        >
          {t('codes.alarmAction.acknowledge')}
        </Button>
      )}
      {control.failure !== null && (
        <div className={s.place} data-testid="alarm-not-taken">
          <Announced urgency="urgent">{control.failure.sentence}</Announced>
          <button type="button" className={s.failure} onClick={control.dismiss}>
            <Glyph name="warning" />
            {control.failure.sentence}
          </button>
        </div>
      )}
    </div>
  );
}
