import { useCallback, useMemo, useState } from 'react';
import { useAddress } from '../useAddress.ts';

/** Largest number of ids in the address: the length of links is limited. */
const addressMax = 50;

export interface Selection {
  ids: ReadonlySet<number>;
  set(ids: readonly number[]): void;
  clear(): void;
}

function read(params: URLSearchParams, name: string): number[] {
  return (params.get(name) ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
}

/** State of the ticked rows; up to fifty of them are stored in the address under a name. */
export function useSelection(name: 'sel' | 'zones' = 'sel'): Selection {
  const [search, changeAddress] = useAddress();
  const [list, setList] = useState<readonly number[]>(() => read(new URLSearchParams(search), name));
  const set = useCallback(
    (ids: readonly number[]) => {
      setList(ids);
      changeAddress((old) => {
        if (ids.length === 0 || ids.length > addressMax) old.delete(name);
        else old.set(name, ids.join(','));
        return old;
      });
    },
    [changeAddress, name],
  );
  return useMemo(() => ({ ids: new Set(list), set, clear: () => set([]) }), [list, set]);
}
