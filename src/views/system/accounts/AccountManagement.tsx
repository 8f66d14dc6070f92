import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, PersonRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, accountEntity } from '../../../../contract/entities/site/account.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { allRows, useRows } from '../../kit/rows/useRows.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { AccountTabs } from './AccountTabs.tsx';
import { accountColumns } from './accountColumns.ts';
import { useAccountActions } from './useAccountActions.tsx';
import { useRoles } from './useRoles.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  grid: { flexGrow: 1, minHeight: 0 },
});

/** Refresh interval of the page, ms: logins change at any time. */
const everyMs = 5_000;

/** menu_user_management: accounts with their roles, zones, logins and actions. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const rights = useEntityRights(accountEntity);
  const roles = useRoles();
  const zones = useZones();
  const { criteria, change } = useCriteria({ sort: 'code' });
  const calls = useMemo(() => crud(accountEntity), [crud]);
  const { data } = useRows<Account>(accountEntity.path, calls, criteria, everyMs);
  const selection = useSelection();
  const handle = useGridHandle<Account>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['rows', accountEntity.path] });
  const actions = useAccountActions(refresh);
  const roleName = useRoleName();
  // The counts of zones change all the time; only changed names rebuild the columns.
  const names = JSON.stringify((zones ?? []).map(({ id, name }) => [id, name]));
  const columns = useMemo(() => {
    const byId = new Map(JSON.parse(names) as [number, string][]);
    return accountColumns({ t, timeZone: clock.timeZone(), zoneName: (id) => byId.get(id), roleName });
  }, [t, clock, names, roleName]);
  const ticked = (data?.rows ?? []).filter((row) => selection.ids.has(row.id));

  const put = (name: string) => (value: string | undefined) => change({ filters: { [name]: value ?? '' } });
  const disabledOptions = [
    { value: 'false', label: t('common.enabled') },
    { value: 'true', label: t('common.disabled') },
  ];
  const zoneOptions = [
    { value: 'true', label: t('profile.allZones') },
    { value: 'false', label: t('accounts.someZones') },
  ];
  const roleOptions = roles.map((role) => ({ value: String(role.id), label: role.name }));
  const options: Record<string, readonly { value: string; label: string }[]> = {
    disabled: disabledOptions,
    all_zones: zoneOptions,
    role_id: roleOptions,
  };
  const add = rights.create && (
    <Button appearance="primary" size="small" icon={<AddRegular />} onClick={actions.create}>
      {t('accounts.create')}
    </Button>
  );
  return (
    <div className={s.root}>
      <AccountTabs shown="menu_user_management" />
      <Toolbar
        end={
          <>
            <TransferMenu kind="user" filters={{ ...criteria.filters, q: criteria.q }} onDone={refresh} />
            <GridTools
              handle={handle}
              fileName={t('menu.menu_user_management')}
              all={() => allRows<Account>(calls, criteria)}
            />
          </>
        }
      >
        <SearchField value={criteria.q} placeholder={t('accounts.search')} onChange={(q) => change({ q })} />
        {roles.length > 0 && (
          <FilterMenu
            label={t('profile.role')}
            value={criteria.filters.role_id}
            options={roleOptions}
            onChange={put('role_id')}
          />
        )}
        <FilterMenu
          label={t('common.status')}
          value={criteria.filters.disabled}
          options={disabledOptions}
          onChange={put('disabled')}
        />
        <FilterMenu
          label={t('profile.zones')}
          value={criteria.filters.all_zones}
          options={zoneOptions}
          onChange={put('all_zones')}
        />
        {add}
      </Toolbar>
      <SelectionBar
        count={ticked.length}
        actions={actions.actionsFor(ticked)}
        onClear={selection.clear}
        outcome={actions.outcome}
      />
      <div className={s.grid}>
        <DataGrid<Account>
          name="user"
          label={t('menu.menu_user_management')}
          columns={columns}
          source={{ page: data?.rows, asked: data?.asked }}
          handle={handle}
          sort={criteria.sort}
          onSort={(sort) => change({ sort: sort ?? '' })}
          selected={selection.ids}
          onSelect={selection.set}
          onOpen={actions.edit}
          empty={
            <ListEmpty
              criteria={criteria}
              change={change}
              icon={<PersonRegular />}
              title={t('accounts.noneTitle')}
              why={t('accounts.noneWhy')}
              actions={add}
              filterText={(name, value) =>
                options[name]?.find((option) => option.value === value)?.label ?? value
              }
            />
          }
        />
      </div>
      <StatusBar handle={handle} selected={ticked.length}>
        <Pager
          {...criteria}
          total={data?.total ?? 0}
          estimated={data?.estimated}
          onPage={(page) => change({ page })}
        />
      </StatusBar>
      {actions.dialog}
    </div>
  );
}
