import { PersonRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, accountEntity } from '../../../../contract/entities/site/account.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { AccountTabs } from './AccountTabs.tsx';
import { accountColumns } from './accountColumns.ts';
import { useAccountActions } from './useAccountActions.tsx';
import { useRoles } from './useRoles.ts';

/** Refresh interval of the page, ms: logins change at any time. */
const everyMs = 5_000;

/** menu_user_management: accounts with their roles, zones, logins and actions. */
export function Component() {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { streams } = useApp();
  const rights = useEntityRights(accountEntity);
  const roles = useRoles();
  const zones = useZones();
  const list = usePagedList<Account>(accountEntity.path, { sort: 'code', everyMs });
  const { criteria, put, refresh } = list;
  const actions = useAccountActions(refresh);
  const roleName = useRoleName();
  // The counts of zones change all the time; only changed names rebuild the columns.
  const names = JSON.stringify((zones ?? []).map(({ id }) => [id, streams.zoneName(id)]));
  const columns = useMemo(() => {
    const byId = new Map(JSON.parse(names) as [number, string][]);
    return accountColumns({ t, timeZone: clock.timeZone(), zoneName: (id) => byId.get(id), roleName });
  }, [t, clock, names, roleName]);
  const options = {
    disabled: [
      { value: 'false', label: t('common.enabled') },
      { value: 'true', label: t('common.disabled') },
    ],
    all_zones: [
      { value: 'true', label: t('profile.allZones') },
      { value: 'false', label: t('accounts.someZones') },
    ],
    role_id: roles.map((role) => ({ value: String(role.id), label: role.name })),
  };
  const words = Object.fromEntries(
    Object.entries(options).map(([name, known]) => [
      name,
      (value: string) => known.find((option) => option.value === value)?.label ?? value,
    ]),
  );
  const add = rights.create && <CreateButton label={t('accounts.create')} onPress={actions.create} />;
  return (
    <>
      <PagedList<Account>
        list={list}
        name="user"
        label={t('menu.menu_user_management')}
        columns={columns}
        search={t('accounts.search')}
        words={words}
        actions={actions.actionsFor}
        outcome={actions.outcome}
        done={actions.done}
        onOpen={actions.edit}
        empty={{
          icon: <PersonRegular />,
          title: t('accounts.noneTitle'),
          hint: t('accounts.noneWhy'),
          actions: add,
        }}
        head={<AccountTabs shown="menu_user_management" />}
        tools={
          <>
            <TransferMenu kind="user" filters={{ ...criteria.filters, q: criteria.q }} onDone={refresh} />
            {add}
          </>
        }
      >
        {roles.length > 0 && (
          <FilterMenu
            label={t('profile.role')}
            value={criteria.filters.role_id}
            options={options.role_id}
            onChange={(role_id) => put({ role_id: role_id ?? '' })}
          />
        )}
        <FilterMenu
          label={t('common.status')}
          value={criteria.filters.disabled}
          options={options.disabled}
          onChange={(disabled) => put({ disabled: disabled ?? '' })}
        />
        <FilterMenu
          label={t('profile.zones')}
          value={criteria.filters.all_zones}
          options={options.all_zones}
          onChange={(all_zones) => put({ all_zones: all_zones ?? '' })}
        />
      </PagedList>
      {actions.dialog}
    </>
  );
}
