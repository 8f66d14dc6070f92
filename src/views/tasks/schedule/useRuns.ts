import { useEffect, useState } from 'react';
import type { useBatch } from '../../kit/action/useBatch.ts';
import { throttled } from '../../kit/list/useRowsNow.ts';
import { useAnswered } from '../../kit/rows/useAnswered.ts';
import type { Playbacks } from '../../shared/playback/playbacks.ts';
import { useSavedPlaybacks } from '../../shared/playback/usePlaybacks.ts';
import { playbackOf, type RunAction } from '../../shared/tasks/taskStatus.ts';

interface Item {
  id: number;
  name: string;
}

export interface Runs {
  playbacks: Playbacks;
  /** Rows whose playback machines take an action now. */
  able<Row extends Item>(rows: readonly Row[], action: RunAction): Row[];
  /** Rows whose state has a button for an action. */
  has(rows: readonly Item[], action: RunAction): boolean;
  /** Runs an action on one task; the session machine shows a refusal. */
  act(id: number, action: RunAction): Promise<void>;
  /** Runs an action on many tasks in one call; a task with an unanswered request goes through its machine. */
  run(
    batch: ReturnType<typeof useBatch>['run'],
    label: string,
    rows: readonly Item[],
    action: RunAction,
  ): Promise<void>;
}

/** Manual actions on saved tasks, scheduled ones or capturer tasks, by their playback machines. */
export function useRuns(of: 'scheduled_task' | 'capturer_task'): Runs {
  const playbacks = useSavedPlaybacks(of);
  const answered = useAnswered();
  // The machines decide while a component renders: it renders again when one has changed.
  const [, setChanges] = useState(0);
  useEffect(() => {
    const changed = playbacks.changes$.pipe(throttled()).subscribe(() => setChanges((n) => n + 1));
    return () => changed.unsubscribe();
  }, [playbacks]);
  const able: Runs['able'] = (rows, action) =>
    rows.filter(({ id }) => playbacks.of(id).can[playbackOf[action]]);
  const act = (id: number, action: RunAction) => {
    const work = playbacks.press(id, playbackOf[action]);
    return action === 'stop' ? answered(work) : work;
  };
  return {
    playbacks,
    able,
    has: (rows, action) => rows.some(({ id }) => playbacks.of(id).has[playbackOf[action]]),
    act,
    async run(batch, label, rows, action) {
      const now = able(rows, action);
      const waiting = now.filter(({ id }) => playbacks.of(id).busy);
      const others = now.filter(({ id }) => !playbacks.of(id).busy);
      const pressed = waiting.map(({ id }) => act(id, action));
      if (others.length > 0 || waiting.length === 0) await batch(label, action, others);
      await Promise.all(pressed);
    },
  };
}
