import { useCallback } from 'react';
import type { Page } from '../../../../contract/api/envelope.ts';
import type { BroadcastTargetRow } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp } from '../../app/AppContext.tsx';
import { allRows } from '../../kit/rows/useRows.ts';
import { presetOf, type StartPreset } from '../../shared/startTask/startForm.ts';
import type { TaskDetail } from '../../shared/startTask/useTask.ts';

/** Initial values of the start dialog for an ended task: its settings, and its terminals. */
export function useStartAgain(): (task: TaskDetail) => Promise<StartPreset> {
  const { api } = useApp();
  return useCallback(
    async (task) => {
      if (task.asked !== null) return presetOf(task, []);
      const list = (query: Record<string, string | number>) =>
        api.get<Page<BroadcastTargetRow>>(`/v1/task/${task.id}/target`, query);
      const targets = await allRows({ list }, { page: 1, limit: 1000, sort: '', filters: {} });
      return presetOf(
        task,
        targets.map((target) => target.terminal_id),
      );
    },
    [api],
  );
}
