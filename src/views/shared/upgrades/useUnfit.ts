import { useCallback } from 'react';
import type { UpgradeCheck } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { Asked } from '../targets/asked.ts';
import { useAsked } from '../targets/useAsked.ts';

const times = { settleMs: 300, againMs: 3000 };

/** Fetches the obstacles of a roll-out while the dialog is open. */
export function useUnfit(file: number | undefined, terminals: readonly number[]): Asked<UpgradeCheck> {
  const { api } = useApp();
  const body =
    file === undefined || terminals.length === 0 ? null : JSON.stringify({ upgrade_file: file, terminals });
  const ask = useCallback(
    (asked: object, signal: AbortSignal) =>
      api.post<UpgradeCheck>('/v1/upgrade/check', asked, { quiet: true, signal }),
    [api],
  );
  return useAsked(body, ask, times);
}
