import { useCallback } from 'react';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';
import type { TalkPreview } from '../../../../contract/protocol/talk.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { Asked } from '../targets/asked.ts';
import { useAsked } from '../targets/useAsked.ts';

/** Delay after a change of the choice, and refresh interval, ms. */
const times = { settleMs: 100, againMs: 2_000 };

/**
 * Fetches the terminals that a talk would reach and the broadcasts that it would interrupt, and keeps them up
 * to date. Null: nothing is chosen yet.
 */
export function useTalkPreview(talk: TalkPreview | null): Asked<AirPreview> {
  const { api } = useApp();
  const ask = useCallback(
    (body: object, signal: AbortSignal) =>
      api.post<AirPreview>('/v1/talk/preview', body, { quiet: true, signal }),
    [api],
  );
  return useAsked(talk === null ? null : JSON.stringify(talk), ask, times);
}
