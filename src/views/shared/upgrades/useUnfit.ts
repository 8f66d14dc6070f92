import { useCallback } from 'react';
import type { UpgradeCheck } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { FormPreview } from '../targets/formPreview.ts';
import { useFormPreview } from '../targets/useFormPreview.ts';

const times = { debounceMs: 300, refreshMs: 3000 };

/** Fetches the obstacles of a roll-out while the dialog is open. */
export function useUnfit(file: number | undefined, terminals: readonly number[]): FormPreview<UpgradeCheck> {
  const { api } = useApp();
  const body =
    file === undefined || terminals.length === 0 ? null : JSON.stringify({ upgrade_file: file, terminals });
  const load = useCallback(
    (request: object, signal: AbortSignal) =>
      api.post<UpgradeCheck>('/v1/upgrade/check', request, { quiet: true, signal }),
    [api],
  );
  return useFormPreview(body, load, times);
}
