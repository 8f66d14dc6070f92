import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { PlanForm } from '../../../../contract/entities/tasks/plan.ts';
import {
  type ScheduledTaskForm,
  scheduledTaskFields,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { TaskRow } from '../schedule.repository.ts';

export const taskNotFound = () => new AppError(errorCode.notFound, 'broadcast.taskNotFound');
export const planNotFound = () => new AppError(errorCode.notFound, 'schedule.planNotFound');

export const fieldNames = Object.keys(scheduledTaskFields.shape) as (keyof ScheduledTaskForm)[];

/** Editable fields of a stored task. */
export function formOf(task: TaskRow): ScheduledTaskForm {
  return Object.fromEntries(fieldNames.map((name) => [name, task[name]])) as unknown as ScheduledTaskForm;
}

/** Tells whether a plan has all day types that a task names. */
export function hasDayTypes(
  plan: Pick<PlanForm, 'day_types'>,
  task: Pick<ScheduledTaskForm, 'day_types'>,
): boolean {
  return task.day_types.every((type) => plan.day_types.some(({ id }) => id === type));
}

/** Fields that cannot be changed while the task plays. */
export const inPlay = new Set<string>([
  'audio_source',
  'files',
  'file_group',
  'textContent',
  'voiceName',
  'voiceSpeed',
  'preset_text',
  'radio',
  'url',
  'capturer',
  'capturer_channel',
  'control_action',
  'devices',
  'orgs',
  'groups',
]);
