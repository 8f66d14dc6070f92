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
import type { Journal } from '../journal/journal.ts';
import { journalAction } from '../journal/journalAction.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { GpioRunner } from './gpioRunner.ts';
import type { GpioTaskRow } from './gpioTask.repository.ts';
import * as repository from './gpioTask.repository.ts';

export interface GpioServiceDeps extends CrudDeps {
  zones: Zones;
  directory: Directory;
  schedule: Pick<Schedule, 'index'>;
  runner: GpioRunner;
  journal: Pick<Journal, 'add' | 'safe'>;
  removed(id: number): void;
}

/** Service of GPIO tasks: changes, and starts and stops by hand. */
export function createGpioService(deps: GpioServiceDeps) {
  const { zones, directory, runner } = deps;

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

  /** Writes to the journal, since the outputs have switched. */
  function record(caller: Caller, ip: string, id: number, action: 'start' | 'stop'): Promise<void> {
    const { running } = runner.facts(id);
    // A task that has ended at once is not resumed after a restart.
    const name = action === 'start' && running ? caller.name : null;
    deps.journal.add('site', { gpio: [{ id, name }] });
    return journalAction(deps.journal, 'site', caller, { action, entity: 'gpio_task', entity_id: id, ip });
  }

  return {
    ...crud,
    /**
     * Starts or stops a task, whatever the database does.
     * @throws AppError 404, and 999 when it was done already or an alarm runs it
     */
    async operate(caller: Caller, ip: string, id: number, action: 'start' | 'stop'): Promise<void> {
      const task = runner.get(id);
      if (task === undefined || !inScope(caller.scope, task.org))
        throw new AppError(errorCode.notFound, 'common.notFound');
      const { running, in_alarm } = runner.facts(id);
      if (action === 'stop') {
        if (in_alarm) throw new AppError(errorCode.refused, 'alarm.taskInAlarm', { name: task.name });
        if (!running) throw new AppError(errorCode.refused, 'alarm.done');
        runner.stopByHand(id);
      } else if (!runner.startByHand(id, caller.name)) throw new AppError(errorCode.refused, 'alarm.done');
      await record(caller, ip, id, action);
    },
  };
}
export type GpioService = ReturnType<typeof createGpioService>;
