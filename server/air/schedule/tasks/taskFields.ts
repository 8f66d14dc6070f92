import { AppError, errorCode } from '../../../../contract/api/errors.ts';
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
