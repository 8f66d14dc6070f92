import { useMemo } from 'react';
import { map } from 'rxjs';
import type { FileGroupLive } from '../../../contract/entities/file.ts';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';

const none: readonly FileGroupLive[] = [];

/** Every file group in its order, live; empty without the right to see them. */
export function useFileGroups(): readonly FileGroupLive[] {
  const { streams } = useApp();
  const groups$ = useMemo(
    () =>
      streams.fileGroup.rows$.pipe(
        map((rows) => rows.sort((a, b) => a.position - b.position || a.id - b.id)),
      ),
    [streams],
  );
  return useObservable(groups$, none);
}
