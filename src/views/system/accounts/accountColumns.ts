import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { type Account, accountEntity } from '../../../../contract/entities/site/account.ts';
import { detailColumn, nameColumn, paged, textColumn, timeColumn } from '../../kit/grid/columns.ts';

export interface AccountColumnContext {
  t: TFunction;
  timeZone: string;
  zoneName: (id: number) => string | undefined;
  roleName: (name: string) => string;
}

/** Describes the zones of an account: all, or the names of their roots; hidden ones are counted. */
export function zonesText(
  { t, zoneName }: Pick<AccountColumnContext, 't' | 'zoneName'>,
  row: Pick<Account, 'all_zones' | 'groups'>,
) {
  if (row.all_zones) return t('profile.allZones');
  if (row.groups.length === 0) return t('accounts.noZones');
  const names = row.groups.flatMap((id) => zoneName(id) ?? []);
  const hidden = row.groups.length - names.length;
  const more = hidden === 0 ? [] : [t('accounts.otherZones', { zones: hidden })];
  return [...names, ...more].join(t('kit.listComma'));
}

/** Columns of the accounts, with their logins. */
export function accountColumns(context: AccountColumnContext): ColDef<Account>[] {
  const { t, timeZone } = context;
  const none = t('common.none');
  return paged<Account>(
    [
      textColumn<Account>('code', t('login.account'), { width: 140 }),
      nameColumn<Account>('name', t('common.name'), { flex: 1, minWidth: 160 }),
      textColumn<Account>('role_name', t('profile.role'), {
        width: 130,
        valueFormatter: ({ value }) => context.roleName(String(value ?? '')),
        tooltip: ({ value }) => context.roleName(String(value ?? '')),
      }),
      detailColumn<Account>('groups', t('profile.zones'), (row) => ({
        main: zonesText(context, row),
        detail: '',
      })),
      detailColumn<Account>(
        'disabled',
        t('common.status'),
        (row) => ({
          main: t(row.disabled ? 'common.disabled' : 'common.enabled'),
          detail: row.must_change_password ? t('accounts.mustChangeState') : '',
        }),
        { flex: 0, width: 160, minWidth: 90 },
      ),
      textColumn<Account>('sessions', t('accounts.sessions'), {
        width: 120,
        valueGetter: ({ data }) => {
          if (data === undefined) return '';
          const { sessions, active_sessions: active } = data;
          return active === 0 ? String(sessions) : t('accounts.sessionsActive', { sessions, active });
        },
      }),
      timeColumn<Account>('last_seen_at', t('profile.lastSeenAt'), none, timeZone),
      timeColumn<Account>('created_at', t('accounts.createdAt'), none, timeZone),
    ],
    accountEntity.sortable,
  );
}
