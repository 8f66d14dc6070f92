import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { AlertOffRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { alarmState, drillMode } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import { isSounding, isUnheeded } from '../../streams/alarm.ts';
import { useScreen, useSiteClock } from '../app/AppContext.tsx';
import { FloodChip } from '../flood/FloodChip.tsx';
import { Glyph } from '../kit/Glyph.tsx';
import { Hidden } from '../kit/Hidden.tsx';
import { useSecond } from '../kit/useTick.ts';
import { tokens } from '../theme/tokens.ts';
import { alarmStatus } from './alarmStatus.ts';
import { countdown, elapsed } from './alarmTimes.ts';
import { useAlarmControl } from './useAlarmControl.ts';
import { unheard } from './useAlarms.ts';
import { buzzOf, useBuzzer } from './useBuzzer.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexGrow: 1,
    flexShrink: '1 !important' as '1',
    minWidth: 0,
    '& > *': { flexShrink: 0 },
  },
  bell: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '32px',
    height: '32px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.tocsinAlarmSolid,
    backgroundColor: tokens.tocsinAlarmOnSolid,
  },
  quietBell: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    boxSizing: 'border-box',
  },
  blink: {
    animationName: { '0%, 49%': { opacity: 1 }, '50%, 100%': { opacity: 0.15 } },
    animationDuration: '1s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  what: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '12px',
    flexShrink: '1 !important' as '1',
    minWidth: 0,
    height: '32px',
    padding: '0 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    color: 'inherit',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase400,
    lineHeight: '32px',
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '1px' },
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: '48px' },
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
  },
  plain: { whiteSpace: 'nowrap', display: 'inline-flex', alignItems: 'center', gap: '6px' },
  next: { '@media (max-width: 1500px)': { display: 'none' } },
  rest: { flexGrow: 1 },
  acknowledge: {
    minWidth: 0,
    whiteSpace: 'nowrap',
    color: tokens.tocsinAlarmSolid,
    backgroundColor: tokens.tocsinAlarmOnSolid,
    ':hover': { color: tokens.tocsinAlarmSolid, backgroundColor: tokens.tocsinAlarmTint },
  },
});

/** What comes next in an alarm and when: the end of its delay, of its reset time, or its next step. */
function nextOf(alarm: AlarmLive): { key: string; at: number; name: string } | null {
  if (alarm.state === alarmState.starting && alarm.starts_at !== null)
    return { key: 'alarm.untilAlarm', at: alarm.starts_at, name: '' };
  if (alarm.state === alarmState.reset && alarm.reset_until !== null)
    return { key: 'alarm.untilReady', at: alarm.reset_until, name: '' };
  if (alarm.next_step_at !== null)
    return { key: 'alarm.untilStep', at: alarm.next_step_at, name: alarm.next_step_name };
  return null;
}

/**
 * The alarm strip over every screen (look: Alarm): the alarm that asks most for a person, how long it has been, where
 * it is not heard, what comes next, and acknowledge by one key (F8). Buzzes until that is done.
 */
export function AlarmStrip(props: { alarms: readonly AlarmLive[] }) {
  const first = props.alarms[0];
  return first === undefined ? null : <First key={first.plan_id} first={first} alarms={props.alarms} />;
}

function First({ first, alarms }: { first: AlarmLive; alarms: readonly AlarmLive[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const clock = useSiteClock();
  const screen = useScreen('menu_fire_gpio_task');
  const control = useAlarmControl(first.plan_id, first);
  const buzzer = useBuzzer(buzzOf(alarms));
  useSecond();
  const now = clock.now();
  const isReal = isSounding(first);
  const next = nextOf(first);
  const silent = unheard(first);
  const canAcknowledge = control.can('acknowledge');
  const { act } = control;
  useEffect(() => {
    if (!canAcknowledge) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.repeat) return;
      event.preventDefault();
      act('acknowledge');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [canAcknowledge, act]);
  const status = t(`status.${alarmStatus(first)}`);
  const spoken = alarms
    .map((alarm) => `${t(`status.${alarmStatus(alarm)}`)} ${alarm.plan_name} ${alarm.device_name}`)
    .join('. ');
  return (
    <div className={s.root} data-testid="alarm-strip" data-state={first.state}>
      <Hidden as="div" role="alert">
        {spoken}
      </Hidden>
      <span className={mergeClasses(s.bell, !isReal && s.quietBell)}>
        <span className={isUnheeded(first) ? s.blink : undefined}>
          <Glyph name={isReal ? 'alarm' : 'alarmOutline'} size={20} />
        </span>
      </span>
      <button
        type="button"
        className={s.what}
        disabled={screen === undefined}
        title={t('alarm.openControl')}
        onClick={() => navigate(`/menu_fire_gpio_task?plan=${first.plan_id}`)}
      >
        <span>{first.drill === drillMode.none ? status : t('alarm.drill', { status })}</span>
        <span className={s.name}>{first.plan_name}</span>
        <span>{elapsed(now - first.began_at)}</span>
      </button>
      {silent > 0 && (
        <span className={s.chip} data-testid="alarm-unheard">
          <Glyph name="warning" />
          {t('alarm.unheard', { n: silent })}
        </span>
      )}
      {alarms.length > 1 && <span className={s.plain}>{t('alarm.more', { n: alarms.length - 1 })}</span>}
      <FloodChip />
      <span className={s.rest} />
      {next !== null && (
        <span className={mergeClasses(s.plain, s.next)} data-testid="alarm-next">
          <b>{countdown(next.at - now)}</b>
          {t(next.key, { name: next.name })}
        </span>
      )}
      {buzzer === 'blocked' && (
        <span
          className={s.plain}
          role="img"
          aria-label={t('alarm.buzzerBlocked')}
          title={t('alarm.buzzerBlocked')}
        >
          <Glyph name="speakerOff" size={20} />
        </span>
      )}
      {first.acknowledged_at !== null && (
        <span className={s.plain}>
          <Glyph name="checkmark" />
          {t('alarm.acknowledgedBy', { name: first.acknowledged_by })}
        </span>
      )}
      {first.acknowledged_at === null &&
        control.may('acknowledge') &&
        first.state === alarmState.alarming && (
          <Button
            className={s.acknowledge}
            icon={<AlertOffRegular />}
            disabledFocusable={!canAcknowledge}
            title="F8"
            data-testid="alarm-acknowledge"
            onClick={() => act('acknowledge')}
          >
            {t('codes.alarmAction.acknowledge')}
          </Button>
        )}
    </div>
  );
}
