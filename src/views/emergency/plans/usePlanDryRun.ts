import { useCallback, useMemo } from 'react';
import type { AlarmPlanDryRun } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { FormPreview } from '../../shared/targets/formPreview.ts';
import { useFormPreview } from '../../shared/targets/useFormPreview.ts';
import { planCalls } from './planCalls.ts';
import { dryRunBody, type PlanValues } from './planForm.ts';

export type PlanDryRunState = FormPreview<AlarmPlanDryRun>;

const times = { debounceMs: 400, refreshMs: 5000 };

/**
 * Runs the dry run of a saved plan (`id`), of form values (`values`), or of a change to a saved plan (both).
 */
export function usePlanDryRun(id: number | null, values: PlanValues | null): PlanDryRunState {
  const { api } = useApp();
  const calls = useMemo(() => planCalls(api), [api]);
  const plan = values === null ? undefined : dryRunBody(values);
  const isWhole = values === null || plan !== undefined;
  const body = isWhole
    ? JSON.stringify({ ...(id === null ? {} : { id }), ...(plan === undefined ? {} : { plan }) })
    : null;
  const load = useCallback((wanted: object, signal: AbortSignal) => calls.dryRun(wanted, signal), [calls]);
  return useFormPreview(body, load, times);
}
