import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionRow } from '../../../../contract/entities/site/session.ts';
import { useApp } from '../../app/AppContext.tsx';
import { SessionTable } from '../../shared/accounts/SessionTable.tsx';

/** Logins of the own account; any but the current one can be ended. */
export function Sessions() {
  const { api } = useApp();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['profile', 'session'],
    queryFn: () => api.get<SessionRow[]>('/v1/profile/session'),
  });
  const end = async (id: number) => {
    await api.delete(`/v1/profile/session/${id}`);
    await queries.invalidateQueries({ queryKey: ['profile', 'session'] });
  };
  return <SessionTable rows={data ?? []} onEnd={end} />;
}
