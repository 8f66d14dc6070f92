import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Role, roleEntity } from '../../../../contract/entities/site/role.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { allRows } from '../../kit/rows/useRows.ts';

const none: readonly Role[] = [];
/** Refresh interval, ms: roles made by others become available. */
const everyMs = 10_000;

/** All roles by name, in the user's language; empty while loading, and without the right to see roles. */
export function useRoles(): readonly Role[] {
  const { crud } = useApp();
  const may = usePermission();
  const { data } = useQuery({
    queryKey: ['rows', roleEntity.path, 'all'],
    queryFn: () => allRows<Role>(crud(roleEntity), { page: 1, limit: 1000, sort: 'name', filters: {} }),
    enabled: may('list_role'),
    refetchInterval: everyMs,
  });
  const nameOf = useRoleName();
  return useMemo(() => data?.map((role) => ({ ...role, name: nameOf(role.name) })) ?? none, [data, nameOf]);
}
