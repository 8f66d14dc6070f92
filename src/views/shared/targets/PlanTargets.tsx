import { makeStyles, Select } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import { useApp } from '../../app/AppContext.tsx';
import { MarkList } from '../sitePlan/MarkList.tsx';
import { PlanAreas } from '../sitePlan/PlanAreas.tsx';
import { PlanMarks } from '../sitePlan/PlanMarks.tsx';
import { PlanSurface, ratioOf } from '../sitePlan/PlanSurface.tsx';
import { usePlanAreas } from '../sitePlan/usePlanAreas.ts';
import { usePlanMarks } from '../sitePlan/usePlanMarks.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', height: '100%', minHeight: 0 },
  plan: { flexGrow: 1, minHeight: '180px' },
  list: { height: '120px', flexShrink: 0, display: 'flex' },
});

const noAlarms: never[] = [];

/** Chooses targets on a plan: a press on an area is its zone, on a loudspeaker the terminal. The list does the same. */
export function PlanTargets(props: {
  plans: readonly SitePlan[];
  /** Ticked zones with those below them, and single terminals. */
  zones: ReadonlySet<number>;
  devices: readonly number[];
  onZone: (zone: number) => void;
  onDevice: (id: number) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const [chosen, setChosen] = useState<number>();
  const [active, setActive] = useState<string>();
  const plan = props.plans.find(({ id }) => id === chosen) ?? props.plans[0];
  const speakers = useMemo(() => plan?.marks.filter(({ kind }) => kind === 'terminal') ?? [], [plan]);
  const all = usePlanMarks(speakers);
  const areas = usePlanAreas(noAlarms);
  // Targets are loudspeakers; a zone that is chosen has all of its own.
  const states = [...all.values()].filter(({ mark }) => streams.device.get(mark.id) !== undefined);
  const selected = new Set(
    states
      .filter(
        ({ mark }) =>
          props.devices.includes(mark.id) || props.zones.has(streams.device.get(mark.id)?.org ?? 0),
      )
      .map(({ key }) => key),
  );
  if (plan === undefined) return null;
  const press = (key: string) => {
    const mark = all.get(key)?.mark;
    if (mark !== undefined) props.onDevice(mark.id);
  };
  return (
    <div className={s.root}>
      <Select
        size="small"
        aria-label={t('menu.menu_site_plan')}
        value={String(plan.id)}
        onChange={(_, data) => setChosen(Number(data.value))}
      >
        {props.plans.map(({ id, name, org }) => (
          <option key={id} value={id}>{`${streams.zoneName(org)} · ${name}`}</option>
        ))}
      </Select>
      <div className={s.plan}>
        <PlanSurface
          key={plan.id}
          plan={plan}
          label={t('sitePlan.plan', { name: plan.name })}
          onPress={({ mark, zone }) => {
            if (mark !== undefined) press(mark);
            else if (zone !== undefined) props.onZone(zone);
          }}
        >
          <PlanAreas
            areas={plan.areas}
            marks={plan.marks}
            ratio={ratioOf(plan)}
            states={areas.states}
            chosen={props.zones}
            labelOf={areas.labelOf}
          />
          <PlanMarks states={states} selected={selected} />
        </PlanSurface>
      </div>
      <div className={s.list}>
        <MarkList
          label={t('task.terminals')}
          states={states}
          chosen={active}
          selected={selected}
          onChoose={setActive}
          onOpen={press}
        />
      </div>
    </div>
  );
}
