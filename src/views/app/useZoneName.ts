import { useCallback } from 'react';
import { useApp } from './AppContext.tsx';

/** Returns the name of a zone by its id; empty: not visible to the account. */
export function useZoneName(): (id: number) => string {
  const { streams } = useApp();
  return useCallback((id) => streams.zoneName(id), [streams]);
}
