import { AppError, errorCode } from '../../contract/api/errors.ts';
import { startBeforeWrite } from '../../server/air/broadcast/startBeforeWrite.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import type { RunningBroadcast } from '../../server/air/engine/runningBroadcast.ts';
import type { SavedRuns } from '../../server/air/gpio/savedRuns.ts';
import type { SiteTask } from '../../server/air/relaySites/sitePlan.types.ts';
import type { DialledTask } from '../../server/air/schedule/dialledTask.ts';
import type { Starter } from '../../server/air/schedule/runValues.ts';
import type { TaskRow } from '../../server/air/schedule/schedule.repository.ts';
import { type PrepareDeps, prepareSiteRun } from './prepareSiteRun.ts';
import type { SiteJournal } from './siteJournal.ts';

export interface SiteSavedDeps extends PrepareDeps {
  tasks: readonly SiteTask[];
  journal: Pick<SiteJournal, 'add'>;
  engine: Engine;
}

/**
 * Saved tasks that GPIO tasks and quick codes start while the line is cut. Each run has a row of its own, which the
 * server is told; it ends with the cut.
 */
export class SiteSaved implements Pick<SavedRuns, 'want' | 'release'> {
  readonly #deps: SiteSavedDeps;
  readonly #tasks: ReadonlyMap<number, SiteTask>;
  /** GPIO tasks that need a saved task, by its id. */
  readonly #wanted = new Map<number, Set<number>>();
  /** Tasks that are being prepared. */
  readonly #starting = new Set<number>();
  #isOver = false;

  constructor(deps: SiteSavedDeps) {
    this.#deps = deps;
    this.#tasks = new Map(deps.tasks.map((task) => [task.row.id, task]));
  }

  /** Saved tasks, and the terminals here that each reaches. */
  readonly index = {
    tasks: { get: (id: number): TaskRow | undefined => this.#tasks.get(id)?.row },
    reaches: {
      recent: {
        of: ({ id }: TaskRow) => ({
          org: [],
          terminals: (this.#tasks.get(id)?.terminals ?? []).flatMap(
            (terminal) => this.#deps.directory.byId(terminal) ?? [],
          ),
        }),
      },
    },
  };

  want(task: number, gpioTask: number, { gpio_code }: Parameters<SavedRuns['want']>[2]): void {
    this.#wanted.set(task, (this.#wanted.get(task) ?? new Set()).add(gpioTask));
    const found = this.#tasks.get(task);
    if (found === undefined || this.#running(task) !== undefined) return;
    const by = { accountId: null, code: '', name: gpio_code, gpio_code };
    this.#start(found, by, () => this.#isWanted(task)).catch((err: unknown) =>
      this.#deps.log.error({ err, task: found.row.name }, 'a task could not be started by its input'),
    );
  }

  release(task: number, gpioTask: number): void {
    if (this.#wanted.get(task)?.delete(gpioTask) !== true || this.#isWanted(task)) return;
    const b = this.#running(task);
    // A run that the schedule or a station has started goes on.
    if (b !== undefined && b.row.gpio_code !== '') this.#deps.engine.finish(b, 'released').catch(() => {});
  }

  /** Starts a saved task for a call station, or stops its run. */
  readonly dialled: DialledTask = async ({ id, name }, station, again) => {
    const running = this.#running(id);
    const found = this.#tasks.get(id);
    if (found === undefined) throw new AppError(errorCode.notFound, 'broadcast.taskNotFound');
    if ((running !== undefined || this.#starting.has(id)) && again === 'refuse')
      throw new AppError(errorCode.refused, 'broadcast.alreadyRunning', { name });
    if (running !== undefined) {
      this.#deps.engine.stop(running).catch(() => {});
      return 'stopped';
    }
    const by = { accountId: null, ...station, device_code: station.code };
    const b = await this.#start(found, by, () => !this.#isOver);
    if (b === null) throw new AppError(errorCode.refused, 'media.notReady');
    return this.#deps.engine.claims.heardCount(b.id) === 0 ? 'behind' : 'started';
  };

  close(): void {
    this.#isOver = true;
  }

  #isWanted(task: number): boolean {
    return !this.#isOver && (this.#wanted.get(task)?.size ?? 0) > 0;
  }

  #running(task: number): RunningBroadcast | undefined {
    return [...this.#deps.engine.all()].find(({ row }) => row.task_id === task);
  }

  /** @returns null: its sound is not here, or nobody wants it any more */
  async #start(task: SiteTask, by: Starter, isWanted: () => boolean): Promise<RunningBroadcast | null> {
    const { engine, journal } = this.#deps;
    const { id } = task.row;
    if (this.#starting.has(id)) return null;
    this.#starting.add(id);
    try {
      const prepared = await prepareSiteRun(this.#deps, task, { run: null, by, exam: task.isExam }, 0);
      if (prepared === null) return null;
      const { source, ...start } = prepared;
      if (isWanted())
        return startBeforeWrite({ engine, journal }, { ...start, startedBy: by.name }, source, {});
      source.close();
      return null;
    } finally {
      this.#starting.delete(id);
    }
  }
}
