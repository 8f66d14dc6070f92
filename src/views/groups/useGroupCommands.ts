import { useTranslation } from 'react-i18next';
import type { GroupLive } from '../../../contract/entities/group.ts';
import type { PermissionKey } from '../../../contract/permissions.ts';
import { usePermission } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';

/** What can be done with the chosen group; `disabled` and `create` say why something cannot. */
export function useGroupCommands(group: GroupLive | undefined) {
  const { t } = useTranslation();
  const may = usePermission();
  const stale = useStaleReason();
  const needs = (key: PermissionKey) => (may(key) ? stale : t('kit.noRight'));
  const chosen = group === undefined ? t('groups.chooseFirst') : undefined;
  // Who cannot see terminals would save a group without them.
  const members = may('list_device') ? undefined : t('groups.needsDevices');
  const whole = group?.whole === false ? t('groups.notWhole') : undefined;
  const commands = [
    {
      key: 'edit',
      label: t('groups.edit'),
      disabled: chosen ?? needs('edit_device_group') ?? members,
    },
    {
      key: 'broadcast',
      label: t('groups.broadcast'),
      disabled: chosen ?? needs('operate_real_time_task'),
    },
    {
      key: 'delete',
      label: t('common.delete'),
      disabled: chosen ?? needs('delete_device_group') ?? whole,
    },
  ] as const;
  return {
    mayList: may('list_device_group'),
    create: needs('create_device_group') ?? members,
    commands,
  };
}
