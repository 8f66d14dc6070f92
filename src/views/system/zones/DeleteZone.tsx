import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PartitionLive, partitionEntity } from '../../../../contract/entities/site/partition.ts';
import { useApp } from '../../app/AppContext.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { DeleteUsed } from '../../shared/uses/DeleteUsed.tsx';

/** Largest number of names listed; further ones are counted. */
const listed = 8;

/**
 * Dialog that deletes an empty zone; for another it lists the contents and the next step. The server refuses
 * it, too.
 */
export function DeleteZone(props: {
  zone: PartitionLive;
  zones: readonly PartitionLive[];
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const { zone, zones, onClose } = props;
  // Contents at the time the dialog opened: later changes do not move the text.
  const [inside] = useState(() => ({
    zones: zones.filter((one) => one.parent_id === zone.id).map((one) => one.name),
    terminals: streams.allTerminals.filter((row) => row.org === zone.id).map((row) => row.name),
  }));
  const all = [...inside.zones, ...inside.terminals];
  if (all.length > 0)
    return (
      <DialogFrame
        title={t('zones.notEmptyTitle', { name: zone.name })}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <p>{t('zones.notEmptyWhy', { zones: inside.zones.length, terminals: inside.terminals.length })}</p>
        <ul>
          {all.slice(0, listed).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {all.length > listed && <li>{t('kit.andMore', { items: all.length - listed })}</li>}
        </ul>
      </DialogFrame>
    );
  return (
    <DeleteUsed
      path={partitionEntity.path}
      usersText={(users) => t('devices.targetOf', { users })}
      title={t('zones.deleteTitle', { name: zone.name })}
      consequence={t('zones.deleteWhy')}
      rows={[zone]}
      detail={() => zone.code}
      confirmLabel={t('zones.deleteConfirm')}
      onConfirm={async () => {
        await crud(partitionEntity).remove(zone.id, { quiet: true });
        props.onDeleted();
      }}
      onClose={onClose}
    />
  );
}
