import { useCallback } from 'react';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { FormPreview } from '../targets/formPreview.ts';
import { useFormPreview } from '../targets/useFormPreview.ts';
import { type StartValues, startBody, startForm } from './startForm.ts';

export type DryRunState = FormPreview<TaskDryRun>;

const times = { debounceMs: 300, refreshMs: 3000 };

/** Runs the dry run of the form, updated while the dialog is open. */
export function useDryRun(values: StartValues): DryRunState {
  const { api } = useApp();
  const named = { ...values, name: values.name.trim() || '-' };
  const body = startForm.safeParse(named).success ? JSON.stringify(startBody(named)) : null;
  const load = useCallback(
    (task: object, signal: AbortSignal) =>
      api.post<TaskDryRun>('/v1/task/dry_run', task, { quiet: true, signal }),
    [api],
  );
  return useFormPreview(body, load, times);
}
