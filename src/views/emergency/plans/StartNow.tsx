import { makeStyles } from '@fluentui/react-components';
import { AlertUrgentRegular, SlideTextRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drillPermission } from '../../../../contract/api/permissions.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { HoldButton } from '../../kit/action/HoldButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { startSentence } from '../../shared/alarms/factSentences.ts';
import { sentenceText } from '../../shared/alarms/sentences.ts';
import { useAlarmControl } from '../../shared/alarms/useAlarmControl.ts';
import { tokens } from '../../theme/tokens.ts';
import { DrillDialog } from './DrillDialog.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', margin: '12px 0' },
  wide: { width: '100%' },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/**
 * Starts a plan by hand, as an alarm or as a drill; while its alarm runs, a link to it. Needs the plan's id
 * as key.
 */
export function StartNow({ plan }: { plan: AlarmPlanLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const control = useAlarmControl(plan.id, undefined, plan.status);
  const [isDrill, setDrill] = useState(false);
  const [drilled, setDrilled] = useState<number>();
  const effect = sentenceText(t, startSentence(plan));
  const isBusy = !control.matches('not_started');
  const underWay = isBusy ? t('alarm.underWay') : undefined;
  return (
    <div className={s.root}>
      {isBusy ? (
        <ScreenLink screen="menu_fire_gpio_task" without="nothing">
          {t('alarm.openControl')}
        </ScreenLink>
      ) : (
        <>
          <HoldButton
            className={s.wide}
            look="alarm"
            icon={<AlertUrgentRegular />}
            reason={control.may('start') ? undefined : t('alarm.noRight')}
            effect={effect}
            onHeld={() => control.act('start')}
          >
            {t('alarm.startNow')}
          </HoldButton>
          <span className={s.caption}>{effect}</span>
        </>
      )}
      {control.failure !== null && <FormError text={control.failure.text} />}
      <BusyButton
        size="small"
        opens
        icon={<SlideTextRegular />}
        reason={may(drillPermission) ? underWay : t('kit.noRight')}
        onPress={async () => setDrill(true)}
      >
        {t('alarmPlan.drill')}
      </BusyButton>
      {drilled !== undefined && (
        <span>
          <ScreenLink screen="menu_alarm_record" search={{ id: String(drilled) }} without="nothing">
            {t('alarmPlan.drillReport')}
          </ScreenLink>
        </span>
      )}
      {isDrill && <DrillDialog plan={plan} onStarted={setDrilled} onClose={() => setDrill(false)} />}
    </div>
  );
}
