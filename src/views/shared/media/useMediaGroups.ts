import { useMemo } from 'react';
import { map } from 'rxjs';
import type { MediaGroupLive } from '../../../../contract/entities/sound/library.ts';
import type { Collection } from '../../../streams/collection.ts';
import { useObservable } from '../../app/useObservable.ts';

const none: readonly MediaGroupLive[] = [];

/** Groups of a kind of media in their order, live; empty without the right to see them. */
export function useMediaGroups(feed: Collection<MediaGroupLive>): readonly MediaGroupLive[] {
  const groups$ = useMemo(
    () => feed.rows$.pipe(map((rows) => rows.sort((a, b) => a.position - b.position || a.id - b.id))),
    [feed],
  );
  return useObservable(groups$, none);
}
