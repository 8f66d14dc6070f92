import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';

export interface ZoneCommand {
  key: 'create' | 'edit' | 'password' | 'move' | 'delete';
  label: string;
  /** Reason why it is disabled. */
  disabled: string | undefined;
}

/** Commands for the selected zone, or for all marked ones, with reasons for disabled ones. */
export function useZoneCommands(
  zone: PartitionLive | undefined,
  marked: readonly PartitionLive[],
): readonly ZoneCommand[] {
  const { t } = useTranslation();
  const may = usePermission();
  const stale = useStaleReason();
  const reason = (key: 'create_partition' | 'edit_partition' | 'delete_partition') =>
    may(key) ? stale : t('kit.noRight');
  const one = marked.length > 1 ? t('kit.onlyOne') : undefined;
  const fixed = marked.length < 2 && zone?.parent_id === null ? t('zones.topFixed') : undefined;
  return [
    { key: 'create', label: t('zones.create'), disabled: reason('create_partition') ?? one },
    { key: 'edit', label: t('common.edit'), disabled: reason('edit_partition') ?? one },
    { key: 'password', label: t('zones.setPassword'), disabled: reason('edit_partition') ?? one },
    { key: 'move', label: t('zones.move'), disabled: reason('edit_partition') ?? fixed },
    { key: 'delete', label: t('common.delete'), disabled: reason('delete_partition') ?? fixed },
  ];
}
