import { useCallback } from 'react';
import { useApp } from './AppContext.tsx';

/** The name of a zone by its id; empty: the account does not see it. */
export function useZoneName(): (id: number) => string {
  const { streams } = useApp();
  return useCallback((id) => streams.partition.get(id)?.name ?? '', [streams]);
}
