import { useTranslation } from 'react-i18next';
import { type PartitionLive, partitionEntity } from '../../../contract/entities/partition.ts';
import { useApp } from '../app/AppContext.tsx';
import { DeleteZone } from './DeleteZone.tsx';
import { ZoneDialog } from './ZoneDialog.tsx';
import { CreateZone, EditZone, ZonePassword } from './ZoneForms.tsx';
import { canMove } from './zoneTree.ts';

/** What is done to a zone; a zone that was dragged is moved after a question, with where it was dropped. */
export type ZoneTask =
  | 'create'
  | 'edit'
  | 'password'
  | 'delete'
  | { moved: PartitionLive; to: number | undefined };

/** The dialog of a task on the chosen zone. */
export function ZoneDialogs(props: {
  open: ZoneTask;
  zone: PartitionLive;
  zones: readonly PartitionLive[];
  onChoose: (id: number | undefined) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { open, zone, zones, onChoose, onClose } = props;
  if (open === 'create') return <CreateZone zone={zone} onCreated={onChoose} onClose={onClose} />;
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
  const { moved, to } = open;
  return (
    <ZoneDialog
      title={t('zones.moveTitle', { name: moved.name })}
      label={t('zones.moveUnder')}
      submitLabel={t('common.move')}
      zones={zones}
      value={to}
      isOff={(id) => !canMove(zones, moved.id, id)}
      onSubmit={(parent_id) => crud(partitionEntity).patch(moved.id, { parent_id }, { quiet: true })}
      onClose={onClose}
    />
  );
}
