import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { attentionTone, controlAction } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { ruleMessage } from '../../rules/ruleMessage.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import { patchShape } from '../patchShape.ts';
import { volume } from '../terminals/terminal.ts';

/**
 * A linkage task: a message or a saved task that an alarm starts, with its targets. Messages repeat until the alarm
 * ends, so a linkage task has no end of its own.
 */

/** Longest silence between two rounds of a message, seconds: an alarm must not seem over (EN 54-16 allows 30). */
export const MAX_GAP_S = 10;

const ids = (max: number) => z.array(idSchema).max(max).default([]);

export const linkageTaskFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  org: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the zone that it belongs to; everything that it reaches is in this zone or below; null: the whole site.',
    ),
  audio_source: z
    .union([z.literal(0), z.literal(1), z.literal(100), z.literal(101)])
    .default(0)
    .describe(`Where the sound comes from: ${codes(meaningOf.audioSource, [0, 1, 100, 101])}.`),
  files: ids(50).describe(fieldText.files),
  textContent: z.string().trim().max(5000).default('').describe(fieldText.textContent),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan').describe(fieldText.voiceName),
  voiceSpeed: z.number().int().min(0).max(100).default(50).describe(fieldText.voiceSpeed),
  preset_text: idSchema.nullable().default(null).describe(fieldText.preset_text),
  control_action: z.enum(controlAction).nullable().default(null).describe(fieldText.control_action),
  control_volume: volume.nullable().default(null).describe(fieldText.control_volume),
  tone: z
    .enum(attentionTone)
    .default('none')
    .describe(`Attention tone before each round: ${codes(meaningOf.tone)}.`),
  interval_time: z
    .number()
    .min(0)
    .max(MAX_GAP_S)
    .default(2)
    .describe(
      'Silence between two rounds of the message, s; at most 10, so that the alarm never seems over.',
    ),
  volume: volume
    .nullable()
    .default(90)
    .describe('Volume 0-100 of the alarm in place of that of its terminals; null: theirs.'),
  devices: ids(20_000).describe(fieldText.devices),
  orgs: ids(5000).describe(fieldText.orgs),
  groups: ids(1000).describe(fieldText.groups),
  desc: z.string().trim().max(500).default('').describe(fieldText.desc),
});
type Fields = z.output<typeof linkageTaskFields>;

function sourceFault(task: Fields): [keyof Fields, string] | null {
  switch (task.audio_source) {
    case 0:
      return task.files.length > 0 ? null : ['files', 'rules.selectMedia'];
    case 1:
      return task.textContent !== '' || task.preset_text !== null ? null : ['textContent', 'rules.selectTts'];
    case 101:
      if (task.control_action === null) return ['control_action', 'rules.selectControl'];
      return task.control_action === 'volume' && task.control_volume === null
        ? ['control_volume', ruleMessage('rules.required', { field: 'field.default' })]
        : null;
    default:
      return null;
  }
}

/** A whole linkage task with its rules: validated by the form, and by the server before it writes. */
export const linkageTaskForm = linkageTaskFields.superRefine((task, ctx) => {
  const fault = (path: keyof Fields, message: string) =>
    ctx.addIssue({ code: 'custom', path: [path], message });
  const source = sourceFault(task);
  if (source !== null) fault(...source);
  if (task.devices.length + task.orgs.length + task.groups.length === 0)
    fault('devices', 'rules.selectDevice');
});
export type LinkageTaskForm = z.output<typeof linkageTaskForm>;

export const linkageTaskEntity = defineEntity({
  path: 'linkage_task',
  key: 'linkage_task',
  noun: {
    one: 'linkage task',
    many: 'linkage tasks',
    about:
      'A linkage task defines what an alarm plays or does at terminals; its message repeats until the alarm ends. Its sound is frozen when it is saved.',
    removal: 'A task that an alarm plan uses cannot be deleted.',
    failures: {
      write: {
        forbidden: ['alarm.planElsewhere'],
        notFound: ['terminal.notFound', 'zone.notFound'],
        refused: ['broadcast.alarmInProgress', 'alarm.outsideZone', 'alarm.outsideZoneUnseen'],
      },
      remove: { conflict: ['common.inUse', 'common.inUseElsewhere'], refused: ['broadcast.alarmInProgress'] },
    },
  },
  example: {
    name: 'Evacuate',
    audio_source: 1,
    textContent: 'Please leave the building.',
    tone: 'evacuate',
    orgs: [1],
  },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    ...linkageTaskFields.shape,
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: linkageTaskFields,
  patch: z.object(patchShape(linkageTaskFields.shape)),
  filter: z.object({
    org: idSchema
      .optional()
      .describe(
        'Id of the zone that it belongs to; everything that it reaches is in this zone or below; null: the whole site.',
      ),
    audio_source: z.coerce
      .number()
      .int()
      .optional()
      .describe(`Where the sound comes from: ${codes(meaningOf.audioSource, [0, 1, 100, 101])}.`),
  }),
  sortable: ['name', 'org', 'audio_source', 'volume', 'created_at'],
  searchable: ['name', 'textContent', 'desc'],
});
export type LinkageTask = z.output<typeof linkageTaskEntity.row>;

/**
 * `POST /v1/linkage_task/preview`: plays the sound of a task, which may be unsaved and incomplete except for the
 * tone. `id`: a saved task, whose stored copies are played as an alarm would play them.
 */
export const linkagePreview = linkageTaskFields.pick({
  name: true,
  audio_source: true,
  files: true,
  textContent: true,
  voiceName: true,
  voiceSpeed: true,
  preset_text: true,
  tone: true,
});
export const linkagePreviewBody = linkagePreview.extend({
  id: idSchema
    .nullable()
    .default(null)
    .describe('Id of a saved task, whose frozen parts are heard as an alarm would play them; null: none.'),
});
export type LinkagePreview = z.output<typeof linkagePreview>;

/** Most rounds of a linkage task that is started by hand. */
export const MAX_ROUNDS = 20;

/**
 * `POST /v1/linkage_task/:id/start` and `dry_run`: plays a saved task outside an alarm, with the weight
 * `linkage_task_priority` and this priority.
 */
export const linkageByHand = z.object({
  priority: z.number().int().min(0).max(100).default(50).describe(fieldText.priority),
  rounds: z
    .number()
    .int()
    .min(0)
    .max(MAX_ROUNDS)
    .default(1)
    .describe('How many times the message is heard; 0: until it is stopped.'),
});
export type LinkageByHand = z.output<typeof linkageByHand>;

/** A missing part of a task's sound, with the reason (a message key, or the error text of a program). */
export interface LinkageLack {
  what: 'tone' | 'file' | 'text' | 'preset_text';
  /** Id of the file or preset text; null: there is only one. */
  id: number | null;
  reason: string;
}

/** A library item that differs from the copy frozen in a task; the alarm plays the copy. */
export interface LinkageDiffers {
  what: 'file' | 'preset_text';
  id: number;
  name: string;
  /** True when the item was deleted from the library, so that there is nothing to adopt. */
  gone: boolean;
  /** Text that the alarm speaks; undefined for a file. */
  text?: string;
}

/** Live row of the topic `linkage_task`. */
export interface LinkageTaskLive extends LinkageTask, Record<string, unknown> {
  /** Number of terminals that it reaches now, of those online, and of those whose relay is not connected. */
  targets: number;
  online: number;
  behind_relay: number;
  /** True when its files and texts are built. */
  ready: boolean;
  /** Missing parts; also empty before the first check. */
  lacking: readonly LinkageLack[];
  /** Library items that have changed since; `POST /v1/linkage_task/:id/adopt` takes the changes over. */
  differs: readonly LinkageDiffers[];
  /** Names of the alarm plans within the reader's zones that start it. */
  plans: readonly string[];
  /** Number of further plans; with at least one, only logins that hold its zone may change the sound of this task. */
  plans_elsewhere: number;
  /** True while an alarm plays it. */
  playing: boolean;
  /** True while it plays outside an alarm, started by hand. */
  by_hand: boolean;
}
