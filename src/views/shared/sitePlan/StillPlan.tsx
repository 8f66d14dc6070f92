import type { SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { PlanAreas } from './PlanAreas.tsx';
import { PlanMarks } from './PlanMarks.tsx';
import { PlanSurface, ratioOf } from './PlanSurface.tsx';
import { usePlanAreas } from './usePlanAreas.ts';
import { usePlanMarks } from './usePlanMarks.ts';

const noMarks: ReadonlySet<string> = new Set();
const noZones: ReadonlySet<number> = new Set();

/** A plan with live states for display only. */
export function StillPlan(props: { plan: SitePlan; alarms: readonly AlarmLive[]; label: string }) {
  const { plan } = props;
  const states = usePlanMarks(plan.marks);
  const areas = usePlanAreas(props.alarms);
  return (
    <PlanSurface plan={plan} label={props.label} isStill>
      <PlanAreas
        areas={plan.areas}
        marks={plan.marks}
        ratio={ratioOf(plan)}
        states={areas.states}
        chosen={noZones}
        labelOf={areas.labelOf}
      />
      <PlanMarks states={states.values()} selected={noMarks} />
    </PlanSurface>
  );
}
