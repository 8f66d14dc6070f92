import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { TaskRow } from './schedule.repository.ts';
import type { Scheduler } from './scheduler.ts';
import type { TaskViews } from './taskViews.ts';

export interface DialledDeps {
  engine: Pick<Engine, 'stop' | 'claims'>;
  present: Pick<TaskViews, 'running'>;
  scheduler: Pick<Scheduler, 'meetings'>;
  stopped: Set<number>;
  show(): void;
}

/**
 * Creates the function that starts a saved task for a call station, or stops its run. The caller checks the
 * permission of the station.
 */
export function createDialled(deps: DialledDeps) {
  const { engine, present } = deps;

  /**
   * @param again action if the task is running or waiting already, whoever started it: stop it, or refuse
   * @returns `behind`: the broadcast has started, but is pre-empted at every terminal; `waits`: it is in the queue
   * @throws AppError 999 that it runs or waits already, or why it cannot be run; 409 when its terminals are busy
   */
  return async (
    task: TaskRow,
    station: { code: string; name: string },
    again: 'stop' | 'refuse',
  ): Promise<'started' | 'behind' | 'waits' | 'stopped'> => {
    const { meetings } = deps.scheduler;
    if (again === 'stop' && meetings.starterOf(task.id) !== undefined) {
      meetings.recall([task.id]);
      return 'stopped';
    }
    const running = present.running().get(task.id);
    if (running !== undefined && again === 'refuse')
      throw new AppError(errorCode.refused, 'broadcast.alreadyRunning', { name: task.name });
    if (running !== undefined) {
      // Heard at once; the station must not wait until a database that is away has stored it.
      engine.stop(running).catch(() => {});
      deps.stopped.add(task.id);
      deps.show();
      return 'stopped';
    }
    const { code, name } = station;
    const by = { accountId: null, code, name, device_code: code };
    const { broadcast, waits } = await meetings.startNow(task, by);
    deps.show();
    if (waits) return 'waits';
    return broadcast !== null && engine.claims.heardCount(broadcast.id) === 0 ? 'behind' : 'started';
  };
}
export type DialledTask = ReturnType<typeof createDialled>;
