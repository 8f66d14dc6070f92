import { CopyRegular, DeleteRegular, EditRegular, PeopleRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Role } from '../../../../contract/entities/site/role.ts';
import { useUser } from '../../app/AppContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import { mayGrant } from './accountRules.ts';

export type RoleDialogKind = 'edit' | 'copy' | 'delete';

/** Actions on selected roles; `open` shows the dialog of an action. */
export function useRoleActions(
  open: (kind: RoleDialogKind, rows: readonly Role[]) => void,
): (ticked: readonly Role[]) => BatchAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reason = useRightReason();
  const held = useUser()?.role_permissions ?? [];
  return (ticked) => {
    const single = ticked.length > 1 ? t('kit.onlyOne') : undefined;
    const undeletable = (): string | undefined => {
      if (ticked.some((row) => row.builtin)) return t('roles.why.builtin');
      if (ticked.some((row) => row.users > 0)) return t('roles.why.inUse');
      return ticked.every((row) => mayGrant(held, row.permissions)) ? undefined : t('roles.notHeld');
    };
    const show = (kind: RoleDialogKind) => async () => open(kind, ticked);
    const first = ticked[0];
    return [
      {
        key: 'edit',
        label: t('common.edit'),
        icon: <EditRegular />,
        disabled: reason('edit_role') ?? single,
        opens: true,
        onPress: show('edit'),
      },
      {
        key: 'copy',
        label: t('common.copy'),
        icon: <CopyRegular />,
        disabled: reason('create_role') ?? single,
        opens: true,
        onPress: show('copy'),
      },
      {
        key: 'holders',
        label: t('roles.holders'),
        icon: <PeopleRegular />,
        disabled: reason('menu_user') ?? single,
        reads: true,
        onPress: async () => navigate(`/menu_user_management?role_id=${first?.id ?? ''}`),
      },
      {
        key: 'delete',
        label: t('common.delete'),
        icon: <DeleteRegular />,
        disabled: reason('delete_role') ?? undeletable(),
        opens: true,
        onPress: show('delete'),
      },
    ];
  };
}
