import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { CapturerTask } from '../../../../contract/entities/tasks/capturerTask.ts';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { UnsentAction } from '../../../machines/outbox.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useAlarms } from '../../shared/alarms/useAlarms.ts';
import { playStatusOf } from '../../shared/startTask/taskState.ts';
import { playStatusName, savedStatusOf } from '../../shared/tasks/taskStatus.ts';
import { alarmStateOf, type PlayedRow, type PresentState, playedState } from './unsentState.ts';

const noTasks: readonly BroadcastLive[] = [];
const noSaved: readonly ScheduledTaskLive[] = [];
const noCaptured: readonly CapturerTask[] = [];

const savedRow = (row: Parameters<typeof savedStatusOf>[0] | undefined): PlayedRow | undefined =>
  row && { status: playStatusName(row), play: savedStatusOf(row) };

/** Returns a function that describes the present state of the objects of unsent actions, from the live rows. */
export function usePresentState(): (what: UnsentAction) => PresentState {
  const { streams } = useApp();
  const tasks = useObservable<readonly BroadcastLive[]>(streams.task.rows$, noTasks);
  const saved = useObservable<readonly ScheduledTaskLive[]>(streams.scheduledTask.rows$, noSaved);
  const captured = useObservable<readonly CapturerTask[]>(streams.capturerTask.rows$, noCaptured);
  const alarms = useAlarms();
  return (what) => {
    if (what.on === 'all') {
      const isSome = tasks.length > 0;
      return { status: isSome ? 'playing' : null, isPossible: isSome };
    }
    if (what.on === 'alarm')
      return alarmStateOf(
        what,
        alarms.find(({ plan_id }) => plan_id === what.plan),
      );
    const { id, action } = what;
    if (what.on === 'scheduled_task')
      return playedState(action, savedRow(saved.find((row) => row.id === id)));
    if (what.on === 'capturer_task')
      return playedState(action, savedRow(captured.find((row) => row.id === id)));
    const row = tasks.find((one) => one.id === id);
    return playedState(action, row && { status: row.state, play: playStatusOf(row) });
  };
}
