import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { ScheduledTaskForm } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import type { UseRegistry } from '../../../site/uses/registry.ts';
import { mustBeUnused, usersIn } from '../../../site/uses/used.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { TaskRow } from '../schedule.repository.ts';
import * as repository from '../schedule.repository.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import { formOf } from './taskFields.ts';

export interface TaskWriteDeps {
  audit: Audit;
  uses: UseRegistry;
  index: Pick<ScheduleIndex, 'tasks'>;
  now(): number;
}

/** Maximum number of tasks; bounds memory and search time. */
const MAX_TASKS = 20_000;

const record = { entity: 'scheduled_task' };

/**
 * Creates the writes of saved tasks within a transaction, each with its audit entry. The caller checks rights and
 * references before, and loads the index after the commit.
 */
export function createTaskWrites({ audit, uses, index, now }: TaskWriteDeps) {
  /** @throws AppError 999 when there would be too many tasks; `more`: number of those to be created */
  function mustHaveRoom(more = 1): void {
    if (index.tasks.size + more > MAX_TASKS)
      throw new AppError(errorCode.refused, 'schedule.tooManyTasks', { max: MAX_TASKS });
  }

  return {
    mustHaveRoom,
    async create(by: By, form: ScheduledTaskForm, tx: DbOrTx): Promise<number> {
      mustHaveRoom();
      const values = { ...form, active_since: now(), created_by: by.caller.accountId };
      const [id = 0] = await repository.insertTasks(tx, [values]);
      await audit.record(tx, by.caller, {
        ...record,
        action: 'create',
        entity_id: id,
        ip: by.ip,
        after: form,
      });
      return id;
    },
    async change(
      by: By,
      task: TaskRow,
      values: Partial<ScheduledTaskForm & Pick<TaskRow, 'delay'>>,
      tx: DbOrTx,
      action = 'edit',
    ): Promise<void> {
      await repository.updateTask(tx, task.id, { ...values, active_since: now() });
      const before = Object.fromEntries(Object.keys(values).map((key) => [key, task[key as keyof TaskRow]]));
      const entry = { ...record, action, entity_id: task.id, ip: by.ip, before, after: values };
      await audit.record(tx, by.caller, entry);
    },
    /** @throws AppError 409 while something refers to the task */
    async remove(by: By, task: TaskRow, tx: DbOrTx): Promise<void> {
      const users = await uses.find(tx, 'scheduled_task', [task.id]);
      mustBeUnused(by.caller.scope, task.name, usersIn(users, task.id));
      await repository.removeTask(tx, task.id);
      const entry = { ...record, action: 'delete', entity_id: task.id, ip: by.ip, before: formOf(task) };
      await audit.record(tx, by.caller, entry);
    },
  };
}
export type TaskWrites = ReturnType<typeof createTaskWrites>;
