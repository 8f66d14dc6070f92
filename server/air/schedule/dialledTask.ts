import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Engine } from '../engine/engineApi.ts';
import { runNow } from './runNow.ts';
import type { Runs } from './runs.ts';
import type { TaskRow } from './schedule.repository.ts';
import type { Scheduler } from './scheduler.ts';
import type { TaskViews } from './taskViews.ts';

export interface DialledDeps {
  engine: Pick<Engine, 'stop' | 'claims'>;
  present: Pick<TaskViews, 'running'>;
  runs: Runs;
  scheduler: Pick<Scheduler, 'endAt'>;
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
   * @param again action if the task is running already, whoever started it: stop it, or refuse
   * @returns `behind`: the broadcast has started, but is pre-empted at every terminal
   * @throws AppError 999 that it runs already, or why it cannot be run
   */
  return async (
    task: TaskRow,
    station: { code: string; name: string },
    again: 'stop' | 'refuse',
  ): Promise<'started' | 'behind' | 'stopped'> => {
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
    const started = await runNow(deps, task, { accountId: null, code, name, device_code: code });
    deps.show();
    return started !== null && engine.claims.heardCount(started.id) === 0 ? 'behind' : 'started';
  };
}
export type DialledTask = ReturnType<typeof createDialled>;
