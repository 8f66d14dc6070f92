import { z } from 'zod';
import { type StartRealTimeTask, startRealTimeTask } from '../../../contract/entities/broadcast.ts';
import type { TaskDetail } from './useTask.ts';

/** What may be chosen before the dialog opens. */
type Lists = 'devices' | 'orgs' | 'groups' | 'files';
export type StartPreset = Partial<Omit<StartValues, Lists> & Record<Lists, readonly number[]>>;

/** The form's values: those of the call, and whether an end after a time is wanted at all. */
export interface StartValues extends StartRealTimeTask {
  limited: boolean;
}

/** The server's own schema, and the rule of spec 5 that a duration is greater than 0 where one is given. */
export const startForm = startRealTimeTask
  .safeExtend({ limited: z.boolean() })
  .refine((task) => !task.limited || task.duration > 0, {
    path: ['duration'],
    error: 'rules.duration',
  }) as unknown as z.ZodType<StartValues, StartValues>;

export function startDefaults(preset: StartPreset = {}): StartValues {
  const lists = {
    files: [...(preset.files ?? [])],
    devices: [...(preset.devices ?? [])],
    orgs: [...(preset.orgs ?? [])],
    groups: [...(preset.groups ?? [])],
  };
  return {
    name: '',
    audio_source: 0,
    textContent: '',
    voiceName: 'xiaoyan',
    voiceSpeed: 50,
    preset_text: null,
    radio: null,
    url: '',
    priority: 50,
    volume: null,
    play_order: 0,
    loop: 0,
    interval_time: 0,
    duration: 0,
    limited: false,
    resume_policy: 'live',
    ...preset,
    ...lists,
  };
}

/** A task that has ended, to be started once more: as it was, at the terminals that it had. */
export function presetOf(task: TaskDetail, devices: readonly number[]): StartPreset {
  return {
    name: task.name,
    audio_source: task.audio_source === 1 ? 1 : 0,
    files: task.items.flatMap((item) => item.file_id ?? []),
    textContent: task.textContent,
    devices,
    priority: task.priority,
    volume: task.volume,
    play_order: task.play_order as StartValues['play_order'],
    loop: task.loop as StartValues['loop'],
    interval_time: task.interval_time,
    duration: task.duration,
    limited: task.duration > 0,
    resume_policy: task.resume_policy as StartValues['resume_policy'],
  };
}

/** The body of the call. What the other source has left in the form does not go out. */
export function startBody({ limited, ...task }: StartValues): StartRealTimeTask {
  const isText = task.audio_source === 1;
  return {
    ...task,
    files: isText ? [] : task.files,
    textContent: isText ? task.textContent : '',
    duration: limited ? task.duration : 0,
  };
}

const longestName = 50;

/** A name for a task that was not given one: its first file, or how its text begins. */
export function suggestedName(values: Pick<StartValues, 'audio_source' | 'textContent'>, firstFile: string) {
  const text = values.audio_source === 1 ? values.textContent.trim().replace(/\s+/g, ' ') : firstFile;
  return [...text].slice(0, longestName).join('').trim();
}
