import { mergeClasses } from '@fluentui/react-components';
import { LockClosedRegular, StopRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { type AlarmAction, alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { HoldButton } from '../../kit/action/HoldButton.tsx';
import { inputSentences } from '../../shared/alarms/factSentences.ts';
import { effectSentence, sentenceText } from '../../shared/alarms/sentences.ts';
import type { AlarmControls } from '../../shared/alarms/useAlarmControl.ts';
import { useActionStyles } from './actionStyles.ts';

/**
 * Actions that end an alarm: cancel while its delay runs; else reset, locked while an input is active, or
 * stop.
 */
export function EndActions(props: {
  alarm: AlarmLive;
  control: AlarmControls;
  reason: (action: AlarmAction) => string | undefined;
}) {
  const s = useActionStyles();
  const { t } = useTranslation();
  const { alarm, control, reason } = props;
  const inputs = inputSentences(alarm);
  const isAlarming = control.matches(alarmState.alarming);
  const stop = (words: string, effect: string) => (
    <>
      <HoldButton
        className={s.wide}
        icon={<StopRegular />}
        reason={reason('stop')}
        effect={effect}
        onHeld={() => control.act('stop')}
      >
        {words}
      </HoldButton>
      <p className={s.effect}>{effect}</p>
    </>
  );
  if (control.matches(alarmState.starting)) return stop(t('alarm.cancel'), t('alarm.cancelEffect'));
  const effect = t(effectSentence(alarm, 'reset').key);
  return (
    <>
      <HoldButton
        className={mergeClasses(s.wide, s.dashed)}
        icon={<LockClosedRegular />}
        reason={reason('reset')}
        effect={effect}
        onHeld={() => control.act('reset')}
      >
        {t('codes.alarmAction.reset')}
      </HoldButton>
      <p className={s.effect}>{effect}</p>
      {isAlarming && stop(t('alarm.stop'), t('alarm.stopEffect'))}
      {inputs.length > 0 && (
        // Below the buttons: an input that returns to normal must not move them.
        <ul className={s.waits} data-testid="alarm-waits">
          {inputs.map((sentence) => (
            <li key={sentence.params?.input}>{sentenceText(t, sentence)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
