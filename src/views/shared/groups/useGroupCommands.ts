import { useTranslation } from 'react-i18next';
import { entityPermission, type PermissionKey } from '../../../../contract/api/permissions.ts';
import type { GroupLive, GroupMember } from '../../../../contract/entities/terminals/group.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { groupWords } from './groupWords.ts';

/**
 * Actions on the selected group; `disabled`, `create` and `edit` hold the reasons why one is not possible.
 */
export function useGroupCommands(kind: GroupMember, group: GroupLive | undefined) {
  const { t } = useTranslation();
  const may = usePermission();
  const stale = useStaleReason();
  const needs = (key: PermissionKey) => (may(key) ? stale : t('kit.noRight'));
  const mayPage = may(['caster_broadcast', 'emergency_broadcast']);
  const chosen = group === undefined ? t('groups.chooseFirst') : undefined;
  const words = groupWords(kind);
  // A user who cannot see the members would save the group without them.
  const members = may(entityPermission('list', kind)) ? undefined : t(words.needsMembers);
  const whole = group?.whole === false ? t(words.notWhole) : undefined;
  const edit = needs(entityPermission('edit', `${kind}_group`)) ?? members;
  const commands = [
    { key: 'edit' as const, label: t('groups.edit'), disabled: chosen ?? edit },
    // Broadcasts target sound terminals.
    ...(kind === 'device'
      ? [
          {
            key: 'broadcast' as const,
            label: t('groups.broadcast'),
            disabled: chosen ?? needs('operate_real_time_task'),
          },
          {
            key: 'speak' as const,
            label: t('talk.speak'),
            disabled: chosen ?? (mayPage ? stale : t('kit.noRight')),
          },
        ]
      : []),
    {
      key: 'delete' as const,
      label: t('common.delete'),
      disabled: chosen ?? needs(entityPermission('delete', `${kind}_group`)) ?? whole,
    },
  ];
  return {
    mayList: may(entityPermission('list', `${kind}_group`)),
    create: needs(entityPermission('create', `${kind}_group`)) ?? members,
    edit,
    commands,
  };
}
