import { useCallback } from 'react';
import { scheduledTaskForm, type TaskPreview } from '../../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp } from '../../../app/AppContext.tsx';
import type { FormPreview } from '../../../shared/targets/formPreview.ts';
import { useFormPreview } from '../../../shared/targets/useFormPreview.ts';
import { type PreviewBody, taskCalls } from '../../../shared/tasks/calls.ts';
import { type TaskValues, taskBody } from '../taskForm.ts';

export type PreviewState = FormPreview<TaskPreview>;

const times = { debounceMs: 400, refreshMs: 10_000 };

/**
 * Runs the dry run of the form for a date: an empty `date` is the day of the next run, `id` the saved task
 * that it replaces. Updated while the form is open.
 */
export function useTaskPreview(values: TaskValues, id: number | null, date: string): PreviewState {
  const { api } = useApp();
  // A disabled task has no runs, but the preview should show them.
  const task = scheduledTaskForm.safeParse({ ...taskBody(values, '-'), enabled: true });
  const body = task.success
    ? JSON.stringify({ task: task.data, ...(id === null ? {} : { id }), ...(date === '' ? {} : { date }) })
    : null;
  const load = useCallback(
    (wanted: object, signal: AbortSignal) => taskCalls(api).preview(wanted as PreviewBody, signal),
    [api],
  );
  return useFormPreview(body, load, times);
}
