import { ShieldRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, roleEntity } from '../../../../contract/entities/site/role.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { AccountTabs } from './AccountTabs.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { roleColumns } from './roleColumns.ts';
import { type RoleDialogKind, useRoleActions } from './useRoleActions.tsx';

/** Refresh interval of the page, ms, to show the changes of others. */
const everyMs = 5_000;

type Open = { kind: 'create' | RoleDialogKind; rows: readonly Role[] };

/** menu_role_management: roles, their accounts, and the matrix of their permissions. */
export function Component() {
  const { t } = useTranslation();
  const { crud } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const rights = useEntityRights(roleEntity);
  const nameOf = useRoleName();
  const look = useCallback((role: Role) => ({ ...role, name: nameOf(role.name) }), [nameOf]);
  const list = usePagedList<Role>(roleEntity.path, { sort: 'code', everyMs, look });
  const refresh = () => queries.invalidateQueries({ queryKey: ['rows'] });
  const batch = useBatch(
    useMemo(() => crud(roleEntity), [crud]),
    refresh,
  );
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const columns = useMemo(() => roleColumns(t, clock.timeZone()), [t, clock]);
  const actions = useRoleActions((kind, rows) => setOpen({ kind, rows }));
  const add = rights.create && (
    <CreateButton label={t('roles.create')} onPress={() => setOpen({ kind: 'create', rows: [] })} />
  );
  return (
    <>
      <PagedList<Role>
        list={list}
        name="role"
        label={t('menu.menu_role_management')}
        columns={columns}
        search={t('roles.search')}
        actions={actions}
        outcome={batch.shown}
        {...(rights.edit ? { onOpen: (row: Role) => setOpen({ kind: 'edit', rows: [row] }) } : {})}
        empty={{
          icon: <ShieldRegular />,
          title: t('roles.noneTitle'),
          hint: t('roles.noneWhy'),
          actions: add,
        }}
        head={<AccountTabs shown="menu_role_management" />}
        tools={
          <>
            <TransferMenu kind="role" filters={{ q: list.criteria.q }} onDone={refresh} />
            {add}
          </>
        }
      />
      {open !== null && open.kind !== 'delete' && (
        <RoleDialog
          from={open.rows[0] ?? null}
          isCopy={open.kind === 'copy'}
          onSaved={refresh}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDelete
          title={t('roles.deleteTitle', { roles: open.rows.length })}
          consequence={t('roles.deleteWhy')}
          items={open.rows.map(({ id, name, code }) => ({ key: id, name, detail: code }))}
          confirmLabel={t('common.delete')}
          onConfirm={() => batch.run(t('common.delete'), 'delete', open.rows)}
          onClose={close}
        />
      )}
    </>
  );
}
