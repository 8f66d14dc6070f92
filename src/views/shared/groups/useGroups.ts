import { useMemo } from 'react';
import { map, of, throttleTime } from 'rxjs';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import type { GroupLive, GroupMember } from '../../../../contract/entities/terminals/group.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

/** Update interval, ms: people read the counts, so twice a second is enough. */
const everyMs = 500;
const names = new Intl.Collator(undefined, { numeric: true });

/**
 * Groups of one kind by name, with live counts; undefined before the first snapshot, empty without the right.
 */
export function useGroups(kind: GroupMember = 'device'): readonly GroupLive[] | undefined {
  const { streams } = useApp();
  const may = usePermission();
  const mayList = may(entityPermission('list', `${kind}_group`));
  const groups$ = useMemo(
    () =>
      mayList
        ? streams.groups[kind].rows$.pipe(
            throttleTime(everyMs, undefined, { leading: true, trailing: true }),
            map((rows) => rows.toSorted((a, b) => names.compare(a.name, b.name) || a.id - b.id)),
          )
        : of([]),
    [streams, kind, mayList],
  );
  return useObservable<readonly GroupLive[] | undefined>(groups$, undefined);
}
