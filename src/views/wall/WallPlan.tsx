import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { SitePlan } from '../../../contract/entities/site/sitePlan.ts';
import { useAlarms } from '../shared/alarms/useAlarms.ts';
import { StillPlan } from '../shared/sitePlan/StillPlan.tsx';

const useStyles = makeStyles({
  // Marks and names are read from across the room.
  root: { position: 'relative', flexGrow: 1, minHeight: 0, '--planMark': '1.3', '--planLabel': '1.5' },
  // A height that the plan can be measured by, whatever the column around it.
  place: { position: 'absolute', inset: 0 },
});

/** A site plan on the wall: no controls, as nobody stands at it. */
export function WallPlan({ plan }: { plan: SitePlan }) {
  const s = useStyles();
  const { t } = useTranslation();
  const alarms = useAlarms();
  return (
    <div className={s.root}>
      <div className={s.place}>
        <StillPlan plan={plan} alarms={alarms} label={t('sitePlan.plan', { name: plan.name })} />
      </div>
    </div>
  );
}
