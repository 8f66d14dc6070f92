import { useCallback, useMemo } from 'react';
import { useAddress } from '../useAddress.ts';
import { type Criteria, changeCriteria, readCriteria } from './criteria.ts';

/** Filters, sort and page of a screen, stored in the address so that a link shows the same rows. */
export function useCriteria(defaults: Partial<Criteria> = {}) {
  const [search, changeAddress] = useAddress();
  const { page, limit, sort, q } = defaults;
  const criteria = useMemo(
    () => readCriteria(new URLSearchParams(search), { page, limit, sort, q }),
    [search, page, limit, sort, q],
  );
  const change = useCallback(
    (patch: Partial<Criteria>) => changeAddress((old) => changeCriteria(old, patch)),
    [changeAddress],
  );
  return { criteria, change };
}
