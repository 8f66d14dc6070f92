import { useCallback } from 'react';
import type { AirPreview } from '../../../contract/entities/broadcast.ts';
import type { TalkPreview } from '../../../contract/talk.ts';
import { useApp } from '../app/AppContext.tsx';
import { type Asked, useAsked } from '../tasks/useAsked.ts';

/** Asked as soon as a choice has settled, and again while others act, ms. */
const times = { settleMs: 100, againMs: 2_000 };

/** What the server says a talk would reach and interrupt, kept true while it is shown. Null: nothing is chosen yet. */
export function useTalkPreview(talk: TalkPreview | null): Asked<AirPreview> {
  const { api } = useApp();
  const ask = useCallback(
    (body: object, signal: AbortSignal) =>
      api.post<AirPreview>('/v1/talk/preview', body, { quiet: true, signal }),
    [api],
  );
  return useAsked(talk === null ? null : JSON.stringify(talk), ask, times);
}
