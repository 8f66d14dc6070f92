import { makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partitionEntity } from '../../../../contract/entities/site/partition.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { Splitter } from '../../kit/layout/Splitter.tsx';
import { TitledPanel } from '../../kit/layout/TitledPanel.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { isTop, moveTargets } from '../../shared/zones/zoneTree.ts';
import { MarkedZones } from './MarkedZones.tsx';
import { useZoneCommands, type ZoneCommand } from './useZoneCommands.ts';
import { ZoneDialogs, type ZoneTask } from './ZoneDialogs.tsx';
import { ZoneHead } from './ZoneHead.tsx';
import { ZoneMembers } from './ZoneMembers.tsx';
import { ZoneMenu } from './ZoneMenu.tsx';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
});

/** menu_client_management: the zone tree with its actions, and the terminals of the selected zone, live. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const zones = useZones();
  const { criteria, change } = useCriteria();
  const marks = useSelection('zones');
  const batch = useBatch(
    useMemo(() => crud(partitionEntity), [crud]),
    () => marks.clear(),
  );
  const [open, setOpen] = useState<ZoneTask | null>(null);
  const chosen = Number(criteria.filters.org);
  const zone = zones?.find(({ id }) => id === chosen) ?? zones?.find((one) => isTop(zones, one));
  const marked = useMemo(() => {
    const there = zones?.filter((one) => marks.ids.has(one.id)) ?? [];
    return there.length > 1 ? there : [];
  }, [zones, marks.ids]);
  const [made, setMade] = useState<{ id: number; name: string } | null>(null);
  const commands = useZoneCommands(zone, marked);
  const mayMove = commands.some(({ key, disabled }) => key === 'move' && disabled !== t('kit.noRight'));

  const choose = (id: number | undefined) =>
    change({ filters: { org: id === undefined ? '' : String(id), sel: '' } });
  const press = (key: ZoneCommand['key']) => {
    if (zone === undefined) return;
    const of = marked.length > 1 ? marked : [zone];
    if (key === 'move') setOpen({ moved: of, to: undefined });
    else if (key === 'delete' && of.length > 1) setOpen({ deleted: of });
    else setOpen(key);
  };
  const drag = {
    targets: (moved: readonly number[]) => moveTargets(zones ?? [], moved),
    onDrop: (ids: readonly number[], to: number) => {
      const moved = zones?.filter((one) => ids.includes(one.id)) ?? [];
      if (moved.length > 0) setOpen({ moved, to });
    },
  };

  return (
    <Splitter
      name="zone"
      left={
        <TitledPanel title={t('panel.partitions')}>
          <ZoneTree
            zones={zones ?? []}
            selected={zone?.id}
            onSelect={(id) => id !== undefined && choose(id)}
            marks={{ ids: marked.length > 1 ? marks.ids : none, set: marks.set }}
            {...(mayMove ? { drag } : {})}
            tools={<ZoneMenu commands={commands} onPress={press} />}
            {...(zones === undefined
              ? {}
              : { empty: <EmptyState title={t('zones.noneTitle')} hint={t('zones.noneWhy')} /> })}
          />
        </TitledPanel>
      }
    >
      {zone !== undefined && zones !== undefined && (
        <div className={s.area}>
          <ZoneHead zone={zone} zones={zones} />
          {/* Same buttons in the same places for one zone and for marked ones. */}
          <Toolbar
            end={
              <>
                {marked.length > 1 && <MarkedZones count={marked.length} onClear={marks.clear} />}
                <TransferMenu kind="partition" />
              </>
            }
          >
            {commands.map(({ key, label, disabled }) => (
              <BusyButton
                key={key}
                size="small"
                appearance={key === 'create' ? 'primary' : 'secondary'}
                reason={disabled}
                opens
                onPress={async () => press(key)}
              >
                {label}
              </BusyButton>
            ))}
          </Toolbar>
          <ZoneMembers
            key={zone.id}
            zone={zone}
            zones={zones}
            outcome={batch.shown}
            {...(made?.id === zone.id ? { made: made.name, onSeen: () => setMade(null) } : {})}
          />
        </div>
      )}
      {open !== null && zone !== undefined && zones !== undefined && (
        <ZoneDialogs
          open={open}
          zone={zone}
          zones={zones}
          run={batch.run}
          onChoose={choose}
          onCreated={(id, name) => {
            choose(id);
            setMade({ id, name });
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Splitter>
  );
}

const none: ReadonlySet<number> = new Set();
