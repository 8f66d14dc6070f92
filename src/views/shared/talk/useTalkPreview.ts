import { useCallback } from 'react';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';
import type { TalkPreview } from '../../../../contract/protocol/talk.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { FormPreview } from '../targets/formPreview.ts';
import { useFormPreview } from '../targets/useFormPreview.ts';

/** Delay after a change of the choice, and refresh interval, ms. */
const times = { debounceMs: 100, refreshMs: 2_000 };

/**
 * Fetches the terminals that a talk would reach and the broadcasts that it would interrupt, and keeps them up
 * to date. Null: nothing is chosen yet.
 */
export function useTalkPreview(talk: TalkPreview | null): FormPreview<AirPreview> {
  const { api } = useApp();
  const load = useCallback(
    (body: object, signal: AbortSignal) =>
      api.post<AirPreview>('/v1/talk/preview', body, { quiet: true, signal }),
    [api],
  );
  return useFormPreview(talk === null ? null : JSON.stringify(talk), load, times);
}
