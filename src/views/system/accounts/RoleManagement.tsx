import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, ShieldRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, roleEntity } from '../../../../contract/entities/site/role.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { allRows, useRows } from '../../kit/rows/useRows.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { AccountTabs } from './AccountTabs.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { roleColumns } from './roleColumns.ts';
import { type RoleDialogKind, useRoleActions } from './useRoleActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

/** Refresh interval of the page, ms, to show the changes of others. */
const everyMs = 5_000;

type Open = { kind: 'create' | RoleDialogKind; rows: readonly Role[] };

/** menu_role_management: roles, their accounts, and the matrix of their permissions. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const rights = useEntityRights(roleEntity);
  const { criteria, change } = useCriteria({ sort: 'code' });
  const calls = useMemo(() => crud(roleEntity), [crud]);
  const { data } = useRows<Role>(roleEntity.path, calls, criteria, everyMs);
  const nameOf = useRoleName();
  const rows = useMemo(
    () => data?.rows.map((role) => ({ ...role, name: nameOf(role.name) })),
    [data, nameOf],
  );
  const selection = useSelection();
  const handle = useGridHandle<Role>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['rows'] });
  const batch = useBatch(calls, refresh);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const columns = useMemo(() => roleColumns(t, clock.timeZone()), [t, clock]);
  const ticked = (rows ?? []).filter((row) => selection.ids.has(row.id));
  const actions = useRoleActions(ticked, (kind) => setOpen({ kind, rows: ticked }));
  const add = rights.create && (
    <Button
      appearance="primary"
      size="small"
      icon={<AddRegular />}
      onClick={() => setOpen({ kind: 'create', rows: [] })}
    >
      {t('roles.create')}
    </Button>
  );
  return (
    <div className={s.root}>
      <AccountTabs shown="menu_role_management" />
      <Toolbar
        end={
          <>
            <TransferMenu kind="role" filters={{ q: criteria.q }} onDone={refresh} />
            <GridTools
              handle={handle}
              fileName={t('menu.menu_role_management')}
              all={() => allRows<Role>(calls, criteria)}
            />
          </>
        }
      >
        <SearchField value={criteria.q} placeholder={t('roles.search')} onChange={(q) => change({ q })} />
        {add}
      </Toolbar>
      <SelectionBar count={ticked.length} actions={actions} onClear={selection.clear} outcome={batch.shown} />
      <div className={s.grid}>
        <DataGrid<Role>
          name="role"
          label={t('menu.menu_role_management')}
          columns={columns}
          source={{ page: rows }}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          selected={selection.ids}
          onSelect={selection.set}
          {...(rights.edit ? { onOpen: (row: Role) => setOpen({ kind: 'edit', rows: [row] }) } : {})}
          empty={
            <ListEmpty
              criteria={criteria}
              change={change}
              icon={<ShieldRegular />}
              title={t('roles.noneTitle')}
              why={t('roles.noneWhy')}
              actions={add}
            />
          }
        />
      </div>
      <StatusBar handle={handle} selected={ticked.length}>
        <Pager {...criteria} total={data?.total ?? 0} onPage={(page) => change({ page })} />
      </StatusBar>
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
    </div>
  );
}
