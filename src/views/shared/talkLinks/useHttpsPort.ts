import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../app/AppContext.tsx';

/** Returns the port at which phones reach this server by HTTPS; null: none is known, undefined while loading. */
export function useHttpsPort(): number | null | undefined {
  const { api } = useApp();
  const origin = useQuery({
    queryKey: ['origin'],
    queryFn: () => api.get<{ https_port: number | null }>('/v1/origin', undefined, { quiet: true }),
  });
  const { location } = window;
  // By HTTPS this page was reached at a port that works; a proxy may hide the server's own.
  if (location.protocol === 'https:') return Number(location.port || 443);
  return origin.data?.https_port;
}
