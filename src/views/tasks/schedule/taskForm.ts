import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { audioSource, busyPolicy } from '../../../../contract/codes.ts';
import type { PlayDefaults } from '../../../../contract/entities/sound/playConfig.ts';
import {
  type ScheduledTask,
  type ScheduledTaskForm,
  scheduledTaskFields,
  scheduledTaskForm,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { zodMessage } from '../../kit/form/errors.ts';

type Fields = z.output<typeof scheduledTaskFields>;

/** Form values: those of the call, and the way of choosing files and text. */
export interface TaskValues extends Fields {
  fileBy: 'files' | 'group';
  textBy: 'text' | 'preset';
}

/** Form value for "no plan": a dropdown has no null. */
export const NO_PLAN = 0;

/** Sources in the order of the options (contract/codes.ts `audioSource`). */
export const taskSources = [0, 1, 2, 3, 5, 100, 101] as const satisfies readonly Fields['audio_source'][];

const FIVE_MINUTES = 300;

/**
 * Values of a new task: it begins today, at the next five minutes, with the playback settings of the site
 * (`usual`). `now`: server time, epoch ms.
 */
export function newTask(
  now: number,
  timeZone: string,
  plan: number | null,
  usual: Partial<PlayDefaults> = {},
): TaskValues {
  const soon = (Math.floor(now / 1000 / FIVE_MINUTES) + 1) * FIVE_MINUTES;
  const text = formatTimestamp(soon, '', timeZone);
  const fields = scheduledTaskFields.parse({
    name: '-',
    plan_id: plan,
    audio_source: 0,
    start_date: text.slice(0, 10),
    start_time: text.slice(11),
  });
  return { ...fields, ...usual, plan_id: plan ?? NO_PLAN, name: '', fileBy: 'files', textBy: 'text' };
}

/** Form values of some fields of a saved task. */
export function formValues(task: Partial<Fields>): Partial<TaskValues> {
  const { plan_id, file_group, preset_text } = task;
  return {
    ...task,
    ...(plan_id === undefined ? {} : { plan_id: plan_id ?? NO_PLAN }),
    ...(file_group === undefined ? {} : { fileBy: file_group === null ? 'files' : 'group' }),
    ...(preset_text === undefined ? {} : { textBy: preset_text === null ? 'text' : 'preset' }),
  };
}

/** Form values of a saved task. */
export function valuesOf(task: ScheduledTask): TaskValues {
  const fields = Object.keys(scheduledTaskFields.shape).map((key) => [key, task[key as keyof ScheduledTask]]);
  return formValues(Object.fromEntries(fields) as Fields) as TaskValues;
}

/** Tells if a source can meet busy terminals: silence holds its terminals, and a control task plays nothing. */
export const hasBusyPolicy = (source: Fields['audio_source']): boolean =>
  source !== audioSource.none && source !== audioSource.controlTask;

/** Body of the call, without values left over from other sources. */
export function taskBody(values: TaskValues, suggestion = ''): Fields {
  const { fileBy, textBy, ...task } = values;
  const source = task.audio_source;
  const isFiles = source === 0;
  const isText = source === 1;
  const isControl = source === 101;
  return {
    ...task,
    plan_id: task.plan_id || null,
    name: task.name.trim() || suggestion,
    files: isFiles && fileBy === 'files' ? task.files : [],
    file_group: isFiles && fileBy === 'group' ? task.file_group : null,
    textContent: isText && textBy === 'text' ? task.textContent : '',
    preset_text: isText && textBy === 'preset' ? task.preset_text : null,
    radio: source === 2 ? task.radio : null,
    capturer: source === 3 ? task.capturer : null,
    capturer_channel: source === 3 ? task.capturer_channel : null,
    url: source === 5 ? task.url : '',
    control_action: isControl ? task.control_action : null,
    control_volume: isControl && task.control_action === 'volume' ? task.control_volume : null,
    count: isFiles || isText ? task.count : null,
    chime_before: isFiles || isText ? task.chime_before : null,
    chime_after: isFiles || isText ? task.chime_after : null,
    ...(hasBusyPolicy(source) ? {} : { busy_policy: busyPolicy.preempt }),
    ...(hasBusyPolicy(source) && task.busy_policy !== busyPolicy.preempt ? {} : { retries: 0 }),
  };
}

/** Checks the body with the schema of the server. `suggestion` replaces an empty name. */
export function taskResolver(suggestion: () => string): Resolver<TaskValues, unknown, ScheduledTaskForm> {
  const check = zodResolver(scheduledTaskForm as never, { error: zodMessage }) as unknown as Resolver<
    Fields,
    unknown,
    ScheduledTaskForm
  >;
  return async (values, context, options) => {
    const name = values.name.trim() || suggestion();
    // Rules between fields are checked only when every single field is valid: a missing name must not hide
    // them.
    const { values: body, errors } = await check(taskBody(values, name || '-'), context, options as never);
    const nameRequired = { type: 'custom', message: ruleMessage('rules.required', { field: 'field.name' }) };
    const found = { ...errors, ...(name === '' ? { name: nameRequired } : {}) };
    return Object.keys(found).length === 0
      ? { values: body as ScheduledTaskForm, errors: {} }
      : { values: {}, errors: found };
  };
}

const longestName = 50;

/** Suggests a name for a task after its source. `heard`: the first file, group, station, and so on. */
export function suggestedTaskName(values: TaskValues, heard: string): string {
  const text = values.audio_source === 1 && values.textBy === 'text' ? values.textContent : heard;
  return [...text.trim().replace(/\s+/g, ' ')].slice(0, longestName).join('').trim();
}
