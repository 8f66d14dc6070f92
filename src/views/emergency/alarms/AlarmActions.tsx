import { Button, mergeClasses } from '@fluentui/react-components';
import {
  AlertOffRegular,
  ArrowForwardRegular,
  Speaker2Regular,
  SpeakerOffRegular,
} from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { HoldButton } from '../../kit/action/HoldButton.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { nextStepName } from '../../shared/alarms/nextOf.ts';
import { effectSentence, sentenceText } from '../../shared/alarms/sentences.ts';
import type { AlarmControls } from '../../shared/alarms/useAlarmControl.ts';
import { useActionStyles } from './actionStyles.ts';
import { EndActions } from './EndActions.tsx';
import { useActionReason } from './useActionReason.ts';

/**
 * Actions on an alarm, in three shapes with three guards: acknowledge is solid and one press; silence is a
 * pill and has to be held; reset is dashed, apart, and locked while it waits for something, which it names.
 */
export function AlarmActions({ alarm, control }: { alarm: AlarmLive; control: AlarmControls }) {
  const s = useActionStyles();
  const { t } = useTranslation();
  const stale = useStaleReason();
  const reason = useActionReason(alarm, control);
  return (
    <div className={s.root}>
      {control.matches(alarmState.alarming) && (
        <>
          <SoundingActions alarm={alarm} control={control} reason={reason} />
          <hr className={s.rule} />
        </>
      )}
      <EndActions alarm={alarm} control={control} reason={reason} />
      {/* Below the buttons: what comes and goes must not move them. */}
      {stale !== undefined && <p className={s.effect}>{t('alarm.staleButWorks')}</p>}
      {!control.may('acknowledge') && !control.may('stop') && (
        <p className={s.effect}>{t('alarm.noRight')}</p>
      )}
      {control.failure !== null && (
        <div role="alert" className={s.failure} data-testid="alarm-failure">
          <span>
            <b>{t(`codes.alarmAction.${control.failure.action}`)}</b> {control.failure.text}
          </span>
          <Button size="small" className={s.key} onClick={control.dismiss}>
            {t('common.close')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Actions on a sounding alarm that leave it running. */
function SoundingActions(props: {
  alarm: AlarmLive;
  control: AlarmControls;
  reason: ReturnType<typeof useActionReason>;
}) {
  const s = useActionStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { alarm, control, reason } = props;
  const effect = effectSentence(alarm, alarm.silenced ? 'unsilence' : 'silence');
  const silenceEffect = sentenceText(t, effect);
  const isLast = alarm.step >= alarm.steps;
  const step = t('alarm.stepTo', { name: nextStepName(alarm, t) });
  return (
    <>
      {alarm.acknowledged_at === null ? (
        <Button
          className={mergeClasses(s.wide, s.acknowledge, !control.may('acknowledge') && s.off)}
          icon={<AlertOffRegular />}
          disabledFocusable={reason('acknowledge') !== undefined}
          title={reason('acknowledge') ?? ''}
          aria-keyshortcuts="F8"
          onClick={() => control.act('acknowledge')}
        >
          {t('codes.alarmAction.acknowledge')}
          <span className={s.key} aria-hidden="true">
            F8
          </span>
        </Button>
      ) : (
        <div className={s.done}>
          <Glyph name="checkmark" />
          <b className={s.who}>
            <NameText name={t('alarm.acknowledgedBy', { name: alarm.acknowledged_by })} />
          </b>
          <span className={s.key}>{clockTime(alarm.acknowledged_at, clock.timeZone())}</span>
        </div>
      )}
      <p className={s.effect}>{t(effectSentence(alarm, 'acknowledge').key)}</p>
      {alarm.silenced ? (
        <Button
          className={mergeClasses(s.wide, s.unsilence)}
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
          effect={silenceEffect}
          onHeld={() => control.act('silence')}
        >
          {t('codes.alarmAction.silence')}
        </HoldButton>
      )}
      <p className={mergeClasses(s.effect, s.twoLines)}>{silenceEffect}</p>
      {alarm.steps > 0 && (
        <>
          <HoldButton
            className={s.wide}
            icon={<ArrowForwardRegular />}
            // It stays after the last step: the button below must not come under a pointer that holds it again.
            reason={isLast ? t('alarm.noMoreSteps') : reason('step')}
            effect={t('alarm.stepEffect')}
            onHeld={() => control.act('step')}
          >
            {isLast ? t('alarm.noMoreSteps') : step}
          </HoldButton>
          <p className={s.effect}>{t('alarm.stepEffect')}</p>
        </>
      )}
    </>
  );
}
