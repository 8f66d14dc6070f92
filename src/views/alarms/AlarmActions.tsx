import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  AlertOffRegular,
  ArrowForwardRegular,
  LockClosedRegular,
  Speaker2Regular,
  SpeakerOffRegular,
  StopRegular,
} from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { type AlarmAction, alarmState } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import { useStaleReason } from '../app/useStaleReason.ts';
import { Glyph } from '../kit/Glyph.tsx';
import { HoldButton } from '../kit/HoldButton.tsx';
import { tokens } from '../theme/tokens.ts';
import type { AlarmControls } from './useAlarmControl.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  wide: { width: '100%', justifyContent: 'flex-start' },
  acknowledge: {
    height: '48px',
    fontSize: tokens.fontSizeBase400,
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    ':hover': {
      color: tokens.colorNeutralForegroundInverted,
      backgroundColor: tokens.colorNeutralBackgroundInverted,
    },
  },
  key: { marginLeft: 'auto', fontWeight: tokens.fontWeightRegular, fontSize: tokens.fontSizeBase200 },
  done: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    padding: '0 16px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxSizing: 'border-box',
  },
  effect: {
    margin: '0 0 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  rule: {
    width: '100%',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    margin: '4px 0',
  },
  dashed: { border: `1px dashed ${tokens.colorNeutralStrokeAccessible}` },
  waits: { margin: '0 0 4px', paddingLeft: '20px', fontSize: tokens.fontSizeBase200 },
  failure: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px 12px',
    borderLeft: `4px solid ${tokens.colorNeutralForeground1}`,
    backgroundColor: tokens.colorNeutralBackground4,
  },
});

/** The label of an input: its name, or its number. */
export function inputLabel(alarm: Pick<AlarmLive, 'input_names'>, input: number): string {
  const name = alarm.input_names[String(input)] ?? '';
  return name === '' ? String(input) : `${input} ${name}`;
}

/**
 * What a person does to an alarm. Three shapes, three guards (look: Alarm controls): acknowledge is solid and one
 * press, silence a pill that is held, reset dashed, apart, and locked while it waits for something, which it names.
 */
export function AlarmActions({ alarm, control }: { alarm: AlarmLive; control: AlarmControls }) {
  const s = useStyles();
  const { t } = useTranslation();
  const stale = useStaleReason();
  const { state } = alarm;
  const isAlarming = state === alarmState.alarming;
  const inputs = alarm.active_inputs.map((input) => inputLabel(alarm, input)).join(t('kit.listComma'));
  /** Why an action cannot be taken now, in words; undefined: it can. A stale view must not keep one from acting. */
  function reason(action: AlarmAction): string | undefined {
    if (!control.may(action)) return t('alarm.noRight');
    if (control.isPending(action)) return t('alarm.underWay');
    if (control.can(action)) return undefined;
    return action === 'reset' && alarm.active_inputs.length > 0
      ? t('alarm.waitsForInput', { inputs })
      : t('alarm.notNow');
  }
  const hold = (action: AlarmAction) => {
    control.act(action);
    return undefined;
  };
  return (
    <div className={s.root}>
      {stale !== undefined && <p className={s.effect}>{t('alarm.staleButWorks')}</p>}
      {control.failure !== null && (
        <div role="alert" className={s.failure} data-testid="alarm-failure">
          <span>
            <b>{t(`codes.alarmAction.${control.failure.action}`)}</b>{' '}
            {control.failure.error.message || t('common.connectionFailed')}
          </span>
          <Button size="small" className={s.key} onClick={control.dismiss}>
            {t('common.close')}
          </Button>
        </div>
      )}
      {isAlarming &&
        (alarm.acknowledged_at === null ? (
          <Button
            className={mergeClasses(s.wide, s.acknowledge)}
            icon={<AlertOffRegular />}
            disabledFocusable={reason('acknowledge') !== undefined}
            title={reason('acknowledge') ?? ''}
            onClick={() => control.act('acknowledge')}
          >
            {t('codes.alarmAction.acknowledge')}
            <span className={s.key}>F8</span>
          </Button>
        ) : (
          <div className={s.done}>
            <Glyph name="checkmark" />
            <b>{t('alarm.acknowledgedBy', { name: alarm.acknowledged_by })}</b>
          </div>
        ))}
      {isAlarming && <p className={s.effect}>{t('alarm.acknowledgeEffect')}</p>}
      {isAlarming &&
        (alarm.silenced ? (
          <Button
            className={s.wide}
            size="large"
            icon={<Speaker2Regular />}
            disabledFocusable={reason('unsilence') !== undefined}
            title={reason('unsilence') ?? ''}
            onClick={() => control.act('unsilence')}
          >
            {t('codes.alarmAction.unsilence')}
          </Button>
        ) : (
          <HoldButton
            look="pill"
            className={s.wide}
            icon={<SpeakerOffRegular />}
            reason={reason('silence')}
            onHeld={() => hold('silence')}
          >
            {t('codes.alarmAction.silence')}
          </HoldButton>
        ))}
      {isAlarming && (
        <p className={s.effect}>
          {t(alarm.silenced ? 'alarm.unsilenceEffect' : 'alarm.silenceEffect', { n: alarm.zones.length })}
        </p>
      )}
      {isAlarming && alarm.step < alarm.steps && (
        <>
          <HoldButton
            className={s.wide}
            icon={<ArrowForwardRegular />}
            reason={reason('step')}
            onHeld={() => hold('step')}
          >
            {t('alarm.stepTo', { name: alarm.next_step_name || t('alarm.stepN', { n: alarm.step + 2 }) })}
          </HoldButton>
          <p className={s.effect}>{t('alarm.stepEffect')}</p>
        </>
      )}
      <hr className={s.rule} />
      {state === alarmState.starting ? (
        <>
          <HoldButton
            className={s.wide}
            icon={<StopRegular />}
            reason={reason('stop')}
            onHeld={() => hold('stop')}
          >
            {t('alarm.cancel')}
          </HoldButton>
          <p className={s.effect}>{t('alarm.cancelEffect')}</p>
        </>
      ) : (
        <>
          <HoldButton
            className={mergeClasses(s.wide, s.dashed)}
            icon={<LockClosedRegular />}
            reason={reason('reset')}
            onHeld={() => hold('reset')}
          >
            {t('codes.alarmAction.reset')}
          </HoldButton>
          <p className={s.effect}>{t(isAlarming ? 'alarm.resetEffect' : 'alarm.resetAgain')}</p>
          {alarm.active_inputs.length > 0 && (
            <ul className={s.waits} data-testid="alarm-waits">
              {alarm.active_inputs.map((input) => (
                <li key={input}>{t('alarm.inputStillActive', { input: inputLabel(alarm, input) })}</li>
              ))}
            </ul>
          )}
          {isAlarming && (
            <>
              <HoldButton
                className={s.wide}
                icon={<StopRegular />}
                reason={reason('stop')}
                onHeld={() => hold('stop')}
              >
                {t('alarm.stop')}
              </HoldButton>
              <p className={s.effect}>{t('alarm.stopEffect')}</p>
            </>
          )}
        </>
      )}
    </div>
  );
}
