import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PartitionLive, partitionEntity } from '../../../../contract/entities/site/partition.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { useBatch } from '../../kit/action/useBatch.ts';
import { DeleteUsed } from '../../shared/uses/DeleteUsed.tsx';
import { ZoneDialog } from '../../shared/zones/ZoneDialog.tsx';
import { moveTargets, outermost, zonePath } from '../../shared/zones/zoneTree.ts';
import { DeleteZone } from './DeleteZone.tsx';
import { CreateZone, EditZone, ZonePassword } from './ZoneForms.tsx';

/** An action on one or several zones; a dragged zone is moved after a confirmation that names the target. */
export type ZoneTask =
  | 'create'
  | 'edit'
  | 'password'
  | 'delete'
  | { moved: readonly PartitionLive[]; to: number | undefined }
  | { deleted: readonly PartitionLive[] };

/** Dialog of an action on the zone that is selected when it opens. */
export function ZoneDialogs(props: {
  open: ZoneTask;
  zone: PartitionLive;
  zones: readonly PartitionLive[];
  /** Runs an action on several zones, with a result for each. */
  run: ReturnType<typeof useBatch>['run'];
  onChoose: (id: number | undefined) => void;
  onCreated: (id: number, name: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { open, zones, onChoose, onClose } = props;
  // Another zone may be selected by now: a selection takes effect later than a press of a button on a busy page.
  const [opened] = useState(props.zone);
  const zone = zones.find(({ id }) => id === opened.id) ?? opened;
  if (open === 'create') return <CreateZone zone={zone} onCreated={props.onCreated} onClose={onClose} />;
  if (open === 'edit') return <EditZone zone={zone} onClose={onClose} />;
  if (open === 'password') return <ZonePassword zone={zone} onClose={onClose} />;
  if (open === 'delete')
    return (
      <DeleteZone
        zone={zone}
        zones={zones}
        onDeleted={() => onChoose(zone.parent_id ?? undefined)}
        onClose={onClose}
      />
    );
  if ('deleted' in open)
    return (
      <DeleteUsed
        path={partitionEntity.path}
        usersText={(users) => t('devices.targetOf', { users })}
        title={t('zones.deleteManyTitle', { zones: open.deleted.length })}
        consequence={t('zones.deleteManyWhy')}
        rows={open.deleted}
        detail={(id) => zonePath(zones, zones.find((one) => one.id === id)?.parent_id ?? null).join(' / ')}
        confirmLabel={t('zones.deleteMany', { zones: open.deleted.length })}
        onConfirm={() => props.run(t('common.delete'), 'delete', open.deleted)}
        onClose={onClose}
      />
    );
  return <MoveZones {...open} zones={zones} run={props.run} onClose={onClose} />;
}

function MoveZones(props: {
  moved: readonly PartitionLive[];
  to: number | undefined;
  zones: readonly PartitionLive[];
  run: ReturnType<typeof useBatch>['run'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { zones, to, onClose } = props;
  const fits = useMemo(
    () =>
      moveTargets(
        zones,
        props.moved.map(({ id }) => id),
      ),
    [zones, props.moved],
  );
  const ids = useMemo(() => new Set(props.moved.map(({ id }) => id)), [props.moved]);
  const moved = useMemo(() => outermost(zones, ids), [zones, ids]);
  const [first] = moved;
  return (
    <ZoneDialog
      title={
        moved.length === 1
          ? t('zones.moveTitle', { name: first?.name })
          : t('zones.moveManyTitle', { zones: moved.length })
      }
      label={t('zones.moveUnder')}
      submitLabel={t('common.move')}
      zones={zones}
      value={to}
      isOff={(id) => !fits(id)}
      onSubmit={(parent_id) =>
        moved.length === 1 && first !== undefined
          ? crud(partitionEntity).patch(first.id, { parent_id }, { quiet: true })
          : props.run(t('zones.move'), 'move', moved, { parent_id })
      }
      onClose={onClose}
    />
  );
}
