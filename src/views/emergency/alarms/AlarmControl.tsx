import { makeStyles } from '@fluentui/react-components';
import { MegaphoneLoudRegular } from '@fluentui/react-icons';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { inPlace } from '../../../streams/alarm.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { useAddress } from '../../kit/useAddress.ts';
import { useAlarms } from '../../shared/alarms/useAlarms.ts';
import { narrowScreen } from '../../theme/tokens.ts';
import { AlarmView } from './AlarmView.tsx';
import { PlanIdle } from './PlanIdle.tsx';
import { PlanList } from './PlanList.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    height: '100%',
    minHeight: 0,
    [narrowScreen]: { display: 'block', overflowY: 'auto' },
  },
  view: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    overflowY: 'auto',
    [narrowScreen]: { overflowY: 'visible' },
  },
});

const loading: AlarmPlanLive[] | null = null;
const collator = new Intl.Collator(undefined, { numeric: true });

/** menu_fire_gpio_task: alarm plans, running alarms and their controls. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const alarms = useAlarms();
  const rows = useObservable<AlarmPlanLive[] | null>(streams.alarmPlan.rows$, loading);
  const [search, setSearch] = useAddress();
  const plans = useMemo(() => {
    const place = new Map(inPlace(alarms).map(({ plan_id }, i) => [plan_id, i]));
    const placeOf = ({ id }: AlarmPlanLive) => place.get(id) ?? alarms.length;
    return [...(rows ?? [])].sort((a, b) => placeOf(a) - placeOf(b) || collator.compare(a.name, b.name));
  }, [rows, alarms]);
  // An alarm shown without being chosen stays while it runs: another one must not appear under the pointer.
  const kept = useRef<number | null>(null);
  if (rows === null) return null;
  // An account that may see alarms but not plans still sees running alarms.
  const planParam = Number(new URLSearchParams(search).get('plan'));
  const held = alarms.find(({ plan_id }) => plan_id === kept.current) ?? alarms[0];
  const wanted =
    plans.find(({ id }) => id === planParam) ?? plans.find(({ id }) => id === held?.plan_id) ?? plans[0];
  const alarm =
    alarms.find(({ plan_id }) => plan_id === planParam) ??
    alarms.find(({ plan_id }) => plan_id === wanted?.id) ??
    (plans.length === 0 ? held : undefined);
  kept.current = alarm?.plan_id ?? null;
  const plan = alarm === undefined ? wanted : plans.find(({ id }) => id === alarm.plan_id);
  if (alarm === undefined && plan === undefined)
    return (
      <EmptyState
        icon={<MegaphoneLoudRegular />}
        title={t('alarm.noPlans')}
        hint={t('alarm.noPlansWhy')}
        actions={
          <ScreenLink screen="menu_alarm_plan" without="nothing">
            {t('alarm.makePlan')}
          </ScreenLink>
        }
      />
    );
  return (
    <div className={s.root}>
      {plans.length > 0 && (
        <PlanList
          plans={plans}
          alarms={alarms}
          chosen={plan?.id}
          onChoose={(id) =>
            setSearch((old) => {
              old.set('plan', String(id));
              return old;
            })
          }
        />
      )}
      <div className={s.view}>
        {alarm !== undefined ? (
          <AlarmView key={alarm.plan_id} alarm={alarm} plan={plan} />
        ) : (
          plan !== undefined && <PlanIdle key={plan.id} plan={plan} />
        )}
      </div>
    </div>
  );
}
