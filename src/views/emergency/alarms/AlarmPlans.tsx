import { makeStyles, Tab, TabList } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp } from '../../app/AppContext.tsx';
import { LivePlan } from '../../shared/sitePlan/LivePlan.tsx';
import { plansOf } from '../../shared/sitePlan/planState.ts';
import { useSitePlans } from '../../shared/sitePlan/useSitePlans.ts';
import { useZonePlaces } from '../../shared/zones/useZones.ts';
import { useAlarmStyles } from './alarmStyles.ts';

const useStyles = makeStyles({ plan: { height: '420px' }, tabs: { marginLeft: '-10px', flexWrap: 'wrap' } });

/** Site plans of the zones of an alarm: where it sounds, silent rooms by name, and what the next step reaches. */
export function AlarmPlans({ alarm }: { alarm: AlarmLive }) {
  const s = useStyles();
  const a = useAlarmStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const plans = useSitePlans();
  const zones = useZonePlaces();
  const [chosen, setChosen] = useState<number>();
  const ids = alarm.zones.map(({ org }) => org).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts of the alarm change all the time, its zones seldom
  const shown = useMemo(() => plansOf(alarm, plans ?? [], zones ?? []), [ids, plans, zones]);
  const plan = shown.find(({ id }) => id === chosen) ?? shown[0];
  if (plan === undefined) return null;
  return (
    <section className={a.section} data-testid="alarm-plans">
      <div className={a.head}>
        <h2 className={a.title}>{t('menu.menu_site_plan')}</h2>
      </div>
      {shown.length > 1 && (
        <TabList
          className={s.tabs}
          size="small"
          selectedValue={plan.id}
          onTabSelect={(_, data) => setChosen(Number(data.value))}
          aria-label={t('menu.menu_site_plan')}
        >
          {shown.map(({ id, name, org }) => (
            <Tab key={id} value={id}>{`${streams.zoneName(org)} · ${name}`}</Tab>
          ))}
        </TabList>
      )}
      <div className={s.plan}>
        <LivePlan key={plan.id} plan={plan} isListed={false} />
      </div>
    </section>
  );
}
