import { z } from 'zod';
import { audioSource } from '../../../../contract/codes.ts';
import { WAIT_S } from '../../../../contract/constants.ts';
import type { PlayDefaults } from '../../../../contract/entities/sound/playConfig.ts';
import { type StartRealTimeTask, startRealTimeTask } from '../../../../contract/entities/tasks/broadcast.ts';
import type { TaskDetail } from './useTask.ts';

/** Values that may be chosen before the dialog opens. */
type Lists = 'devices' | 'orgs' | 'groups' | 'files';
export type StartPreset = Partial<Omit<StartValues, Lists> & Record<Lists, readonly number[]>>;

/** Form values: those of the call, and whether the task has a duration. */
export interface StartValues extends StartRealTimeTask {
  limited: boolean;
}

/** Schema of the server, and the rule that a duration, where given, is greater than 0. */
export const startForm = startRealTimeTask
  .safeExtend({ limited: z.boolean() })
  .refine((task) => !task.limited || task.duration > 0, {
    path: ['duration'],
    error: 'rules.duration',
  }) as unknown as z.ZodType<StartValues, StartValues>;

/** Initial values; `usual`: playback defaults of the site. */
export function startDefaults(preset: StartPreset = {}, usual: Partial<PlayDefaults> = {}): StartValues {
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
    recording: null,
    chime_before: null,
    chime_after: null,
    priority: 50,
    volume: null,
    play_order: 0,
    loop: 0,
    interval_time: 0,
    duration: 0,
    limited: false,
    resume_policy: 'live',
    busy_policy: 'preempt',
    wait_s: WAIT_S,
    ...usual,
    ...preset,
    ...lists,
  };
}

/** Source of a real-time task; sources of other kinds of task cannot be started by hand and become files. */
function startable(source: number): StartValues['audio_source'] {
  const known: readonly number[] = [audioSource.ttsText, audioSource.radio, audioSource.url];
  return known.includes(source) ? (source as StartValues['audio_source']) : audioSource.mediaFile;
}

/**
 * Form values for starting an ended task again: as it was requested, or for a task without a request
 * (schedule, caster), with the terminals that it had.
 */
export function presetOf(task: TaskDetail, devices: readonly number[]): StartPreset {
  if (task.asked !== null) return { ...task.asked, limited: task.asked.duration > 0 };
  const chime = (part: 'before' | 'after') => task.items.find((item) => item.part === part)?.file_id ?? null;
  return {
    name: task.name,
    audio_source: startable(task.audio_source),
    files: task.items.flatMap((item) => (item.part === undefined ? (item.file_id ?? []) : [])),
    chime_before: chime('before'),
    chime_after: chime('after'),
    textContent: task.textContent,
    radio: task.radio,
    url: task.url,
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

/** Body of the call, without values left over from other sources. */
export function startBody({ limited, ...task }: StartValues): StartRealTimeTask {
  const source = task.audio_source;
  const isText = source === audioSource.ttsText;
  const isStream = source === audioSource.radio || source === audioSource.url;
  return {
    ...task,
    ...(isStream ? { chime_before: null, chime_after: null } : {}),
    files: source === audioSource.mediaFile ? task.files : [],
    textContent: isText && task.preset_text === null ? task.textContent : '',
    preset_text: isText ? task.preset_text : null,
    radio: source === audioSource.radio ? task.radio : null,
    url: source === audioSource.url ? task.url : '',
    recording: source === audioSource.microphone ? task.recording : null,
    duration: limited ? task.duration : 0,
  };
}

const longestName = 50;

/**
 * Suggests a name for a task: the first chosen item (file, preset text, station), the beginning of its text,
 * or the host of its URL.
 */
export function suggestedName(
  values: Pick<StartValues, 'audio_source' | 'textContent'> &
    Partial<Pick<StartValues, 'preset_text' | 'url'>>,
  chosen: string,
) {
  const { audio_source, textContent, preset_text = null, url = '' } = values;
  const isText = audio_source === audioSource.ttsText && preset_text === null;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const own = isText ? textContent.trim().replace(/\s+/g, ' ') : chosen;
  const text = audio_source === audioSource.url ? host : own;
  return [...text].slice(0, longestName).join('').trim();
}
