import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The next address. The router's own `setSearchParams` starts from the address that is shown, so of two
 * changes in the same tick (a filter, and the selection that goes with it) the first would be lost. There is
 * one address bar, hence one of these.
 */
let coming: { pathname: string; search: string } | null = null;

/**
 * Returns the query of the address, and a function that changes it, based on pending changes. Replaces the
 * history entry.
 */
export function useAddress(): [string, (edit: (old: URLSearchParams) => URLSearchParams) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const shown = useRef(location);
  shown.current = location;
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever the address arrived, nothing is on its way any more
  useEffect(() => {
    coming = null;
  }, [location]);
  const change = useCallback(
    (edit: (old: URLSearchParams) => URLSearchParams) => {
      const { pathname, search } = shown.current;
      const from = coming?.pathname === pathname ? coming.search : search;
      coming = { pathname, search: edit(new URLSearchParams(from)).toString() };
      void navigate(coming, { replace: true });
    },
    [navigate],
  );
  return [location.search, change];
}
