import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Criteria, changeCriteria, readCriteria } from './criteria.ts';

/** A screen's filters, sort and page, kept in the address so that a link shows the same rows. */
export function useCriteria(defaults: Partial<Criteria> = {}) {
  const [params, setParams] = useSearchParams();
  const { page, limit, sort, q } = defaults;
  const criteria = useMemo(
    () => readCriteria(params, { page, limit, sort, q }),
    [params, page, limit, sort, q],
  );
  const change = useCallback(
    (patch: Partial<Criteria>) => setParams((old) => changeCriteria(old, patch), { replace: true }),
    [setParams],
  );
  return { criteria, change };
}
