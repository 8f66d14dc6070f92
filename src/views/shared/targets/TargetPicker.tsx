import { makeStyles, Spinner, Tab, TabList } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { take, throttleTime } from 'rxjs';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { laterPart } from '../../app/laterPart.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { GroupTargets } from '../groups/GroupTargets.tsx';
import { useSitePlans } from '../sitePlan/useSitePlans.ts';
import { ListError } from './ListError.tsx';
import { PlanTargets } from './PlanTargets.tsx';
import { usePanelStyles } from './panelStyles.ts';
import { tickedZones, toggleZone, type ZoneTargets } from './zoneChoice.ts';

// The grid is a third of the console's code, and the microphone of the top bar uses this picker: zones need
// no grid.
const TerminalPicker = laterPart(
  async () => (await import('./TerminalPicker.tsx')).TerminalPicker,
  <Loading />,
);

const useStyles = makeStyles({ tabs: { marginLeft: '-10px' } });

/** Update interval of the counts in the tree, ms. */
const everyMs = 500;
const noZones: PartitionLive[] = [];

/** Whole zones, single terminals and device groups. */
export interface Targets extends ZoneTargets {
  groups: readonly number[];
}

/** Field for the targets of a task: zones, device groups, single terminals, or all of these. */
export function TargetPicker(props: {
  targets: Targets;
  /** Called with the changed kinds; a kind that did not change is absent. */
  onChange: (next: Partial<Targets>) => void;
  /** Error of the choice, if any. */
  error: string | undefined;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const { targets, onChange: change } = props;
  const zones$ = useMemo(
    () => streams.partition.rows$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams],
  );
  const zones = useObservable(zones$, noZones);
  const [by, setBy] = useState<unknown>(
    targets.devices.length > 0 ? 'terminal' : targets.groups.length > 0 ? 'group' : 'zone',
  );
  useEffect(() => {
    // Splitting a chosen zone needs its terminals.
    const held = streams.device.changes$.subscribe();
    return () => held.unsubscribe();
  }, [streams]);

  const plans = useSitePlans();
  const drawn = useMemo(() => plans?.filter(({ picture }) => picture !== null) ?? [], [plans]);
  const ticked = useMemo(() => tickedZones(zones, targets.orgs), [zones, targets.orgs]);
  const zoneName = useCallback((id: number) => streams.zoneName(id), [streams]);
  const terminalsOf = (zone: number) => {
    let found: number[] = [];
    // Emits the rows held at once (see `useEffect` above).
    streams.device.rows$.pipe(take(1)).subscribe((rows) => {
      found = rows.flatMap((row) => (row.org === zone && row.role === 0 ? [row.id] : []));
    });
    return found;
  };
  return (
    <div className={p.column}>
      <div className={p.heading}>
        <h3>{t('task.where')}</h3>
        <span>{t('task.targetSum', { zones: targets.orgs.length, terminals: targets.devices.length })}</span>
        {targets.groups.length > 0 && <span>{t('groups.targetSum', { groups: targets.groups.length })}</span>}
      </div>
      <TabList
        className={s.tabs}
        size="small"
        selectedValue={by}
        onTabSelect={(_, data) => setBy(data.value)}
        aria-label={t('task.where')}
      >
        <Tab value="zone">{t('task.byZone')}</Tab>
        {may('list_device_group') && <Tab value="group">{t('groups.byGroup')}</Tab>}
        <Tab value="terminal">{t('task.byTerminal')}</Tab>
        {drawn.length > 0 && <Tab value="plan">{t('sitePlan.byPlan')}</Tab>}
      </TabList>
      {by === 'zone' ? (
        <div className={p.fill}>
          <ZoneTree
            zones={zones}
            selected={undefined}
            onSelect={() => undefined}
            checked={ticked}
            onCheck={(id) => change(toggleZone(zones, targets, id, terminalsOf))}
            empty={<div className={p.hint}>{t('task.noZones')}</div>}
          />
        </div>
      ) : by === 'plan' && drawn.length > 0 ? (
        <div className={p.fill}>
          <PlanTargets
            plans={drawn}
            zones={ticked}
            devices={targets.devices}
            onZone={(id) => change(toggleZone(zones, targets, id, terminalsOf))}
            onDevice={(id) =>
              change({
                devices: targets.devices.includes(id)
                  ? targets.devices.filter((one) => one !== id)
                  : [...targets.devices, id],
              })
            }
          />
        </div>
      ) : by === 'group' ? (
        <div className={p.fill}>
          <GroupTargets chosen={targets.groups} onChange={(groups) => change({ groups })} />
        </div>
      ) : (
        <TerminalPicker
          chosen={targets.devices}
          onChange={(devices) => change({ devices })}
          zoneName={zoneName}
        />
      )}
      <ListError message={props.error} />
    </div>
  );
}

function Loading() {
  const { t } = useTranslation();
  return <Spinner aria-label={t('kit.loading')} />;
}
