import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { gpioTaskType } from '../../../contract/codes.ts';
import {
  type GpioTaskForm,
  gpioTaskEntity,
  gpioTaskForm,
} from '../../../contract/entities/tasks/gpioTask.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudDeps, crudService } from '../../platform/crud/crud.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import { mustBeUnused } from '../../site/uses/used.ts';
import { outsideZone } from '../../site/zones/outside.ts';
import { zonedForm } from '../../site/zones/zonedForm.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { lockEmergency } from '../emergency/plans/plan.repository.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { GpioRunner } from './gpioRunner.ts';
import type { GpioTaskRow } from './gpioTask.repository.ts';
import * as repository from './gpioTask.repository.ts';

export interface GpioServiceDeps extends CrudDeps {
  zones: Zones;
  directory: Directory;
  schedule: Pick<Schedule, 'index'>;
  runner: GpioRunner;
  removed(id: number): void;
}

/** Service of GPIO tasks: changes, and starts and stops by hand. */
export function createGpioService(deps: GpioServiceDeps) {
  const { db, audit, zones, directory, runner } = deps;

  /**
   * @throws AppError 404 for what does not exist or is not visible to the caller, 999 for what lies outside
   *   the zone
   */
  async function check(tx: Tx, { scope }: Caller, task: GpioTaskForm): Promise<void> {
    const own = zones.subtree(task.org === null ? [] : [task.org]);
    const devices = [task.fire_control_device, ...task.outputs.map((one) => one.fire_control_device)];
    for (const id of new Set(devices.flatMap((device) => device ?? []))) {
      const terminal = directory.byId(id);
      if (terminal?.kind !== 'fire_control_device' || !inScope(scope, terminal.org))
        throw new AppError(errorCode.notFound, 'terminal.notFound');
      if (terminal.org === null || !own.has(terminal.org))
        throw outsideZone(scope, { name: terminal.row.name, org: terminal.org });
    }
    if (task.scheduled_task === null) return;
    const saved = deps.schedule.index.tasks.get(task.scheduled_task);
    if (saved === undefined || !(await repository.holdScheduledTask(tx, saved.id)))
      throw new AppError(errorCode.notFound, 'broadcast.taskNotFound');
    const { terminals } = deps.schedule.index.reaches.recent.of(saved);
    // A task that reaches terminals outside the caller's scope is not visible to the caller.
    if (!terminals.every(({ org }) => inScope(scope, org)))
      throw new AppError(errorCode.notFound, 'broadcast.taskNotFound');
    if (!terminals.every(({ org }) => org !== null && own.has(org)))
      throw outsideZone(scope, { name: saved.name, org: terminals.flatMap(({ org }) => org ?? []) });
  }

  /** @throws AppError 999 while an alarm runs it */
  function mustBeIdle(id: number): void {
    if (runner.facts(id).in_alarm) throw new AppError(errorCode.refused, 'broadcast.alarmInProgress');
  }

  /** Checks that plans that run the task can still do so. @throws AppError 409, 999 */
  async function staysWithPlans(
    tx: Tx,
    { scope }: Caller,
    row: GpioTaskRow,
    form: GpioTaskForm,
  ): Promise<void> {
    if (form.gpio_type === row.gpio_type && form.org === row.org) return;
    const plans = await repository.plansWith(tx, row.id);
    if (form.gpio_type !== gpioTaskType.link) mustBeUnused(scope, row.name, plans);
    for (const plan of plans)
      if (form.org === null || !zones.subtree(plan.org === null ? [] : [plan.org]).has(form.org))
        throw outsideZone(scope, plan);
  }

  const zoned = zonedForm(zones, gpioTaskEntity, gpioTaskForm);
  const crud = crudService<GpioTaskRow>(deps, gpioTaskEntity, repository.gpioTasks, {
    begin: lockEmergency,
    async beforeCreate(tx, caller, values) {
      const form = zoned.check(caller, values);
      await check(tx, caller, form);
      return form;
    },
    async beforePatch(tx, caller, row, values) {
      mustBeIdle(row.id);
      const form = zoned.checkChange(caller, row, values);
      await check(tx, caller, form);
      await staysWithPlans(tx, caller, row, form);
      return 'org' in values ? { ...values, org: form.org } : values;
    },
    async beforeRemove(tx, caller, row) {
      mustBeIdle(row.id);
      mustBeUnused(caller.scope, row.name, await repository.plansWith(tx, row.id));
    },
    committed(before, after) {
      if (after !== null) runner.put(after);
      else if (before !== null) {
        runner.remove(before.id);
        deps.removed(before.id);
      }
    },
  });

  /**
   * Stores starts and stops by hand in their order: a start stored after a later stop would be resumed after
   * a restart.
   */
  let written: Promise<unknown> = Promise.resolve();
  function record(caller: Caller, ip: string, id: number, action: 'start' | 'stop'): Promise<void> {
    const done = written.then(() =>
      db.transaction(async (tx) => {
        await repository.setByHand(tx, id, action === 'start' ? caller.name : null);
        await audit.record(tx, caller, { action, entity: 'gpio_task', entity_id: id, ip });
      }),
    );
    written = done.catch(() => {});
    return done;
  }

  return {
    ...crud,
    /** @throws AppError 404, and 999 when it was done already or an alarm runs it */
    async operate(caller: Caller, ip: string, id: number, action: 'start' | 'stop'): Promise<void> {
      const task = await crud.get(caller, id);
      const { running, in_alarm } = runner.facts(task.id);
      if (action === 'stop') {
        if (in_alarm) throw new AppError(errorCode.refused, 'alarm.taskInAlarm', { name: task.name });
        if (!running) throw new AppError(errorCode.refused, 'alarm.done');
        // Outputs switch back at once, even if the database is away.
        runner.stopByHand(id);
        await record(caller, ip, id, action);
        return;
      }
      if (!runner.startByHand(id, caller.name)) throw new AppError(errorCode.refused, 'alarm.done');
      // A task that has ended at once is not resumed after a restart.
      if (runner.facts(id).running) await record(caller, ip, id, action);
      else await audit.record(db, caller, { action, entity: 'gpio_task', entity_id: id, ip });
    },
  };
}
export type GpioService = ReturnType<typeof createGpioService>;
