import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';
import { defineEntity } from '../entity.ts';
import { buildStatus } from './file.ts';
import {
  type LibraryPlaces,
  libraryFilter,
  libraryGroups,
  libraryPatch,
  libraryRow,
  mediaGroupEntity,
  mediaName,
  ownerField,
} from './library.ts';

/** Longest text, characters (the same as a real-time task's). */
export const MAX_TEXT_LENGTH = 5000;

const fields = {
  name: mediaName.describe(fieldText.name),
  textContent: z
    .string()
    .trim()
    .min(1, ruleMessage('rules.required', { field: 'field.text' }))
    .max(MAX_TEXT_LENGTH, lengthMessage(MAX_TEXT_LENGTH))
    .describe(fieldText.textContent),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']).describe(fieldText.voiceName),
  voiceSpeed: z.number().int().min(0).max(100).describe(fieldText.voiceSpeed),
};

/** Preset text: synthesised once when it is saved, and then played like a file. */
export const presetTextEntity = defineEntity({
  path: 'preset_text',
  key: 'preset_text',
  noun: {
    one: 'preset text',
    many: 'preset texts',
    about: 'A preset text is spoken once when it is written, and played from then on like a music file.',
    removal: 'A text that a task or a running broadcast uses cannot be deleted.',
    failures: {
      write: { notFound: ['group.notFound'], forbidden: ['media.ofWholeSite'] },
      remove: { conflict: ['common.inUse', 'common.inUseElsewhere'], forbidden: ['media.ofWholeSite'] },
    },
  },
  example: { name: 'Closing', textContent: 'We close in ten minutes.', voiceSpeed: 50 },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe(fieldText.name),
    textContent: z.string().describe(fieldText.textContent),
    voiceName: fields.voiceName.describe(fieldText.voiceName),
    voiceSpeed: z.number().int().describe(fieldText.voiceSpeed),
    build_status: buildStatus.describe(fieldText.build_status),
    build_error: z.string().nullable().describe(fieldText.build_error),
    duration_ms: z.number().int().nullable().describe(fieldText.duration_ms),
    ...libraryRow,
    created_at: z.number().int().describe(fieldText.created_at),
    rev: z.number().int().describe(fieldText.rev),
  }),
  create: z.object({
    ...fields,
    voiceName: fields.voiceName.default('xiaoyan').describe(fieldText.voiceName),
    voiceSpeed: fields.voiceSpeed.default(50).describe(fieldText.voiceSpeed),
    ...libraryGroups,
    ...ownerField,
  }),
  patch: z.object({
    name: fields.name.optional().describe(fieldText.name),
    textContent: fields.textContent.optional().describe(fieldText.textContent),
    voiceName: fields.voiceName.optional().describe(fieldText.voiceName),
    voiceSpeed: fields.voiceSpeed.optional().describe(fieldText.voiceSpeed),
    ...libraryPatch,
  }),
  filter: z.object({
    ...libraryFilter,
    build_status: buildStatus.optional().describe(fieldText.build_status),
    voiceName: fields.voiceName.optional().describe(fieldText.voiceName),
  }),
  sortable: ['name', 'voiceName', 'voiceSpeed', 'duration_ms', 'position', 'created_at'],
  searchable: ['name', 'textContent'],
});
export type PresetText = z.output<typeof presetTextEntity.row>;

export const presetTextGroupEntity = mediaGroupEntity('preset_text_group', 'preset_text_ids');

/** Live row of the `preset_text` topic: position of a text and progress of its synthesis. */
export interface PresetTextLive extends Record<string, unknown>, LibraryPlaces {
  id: number;
  org: number | null;
  build_status: PresetText['build_status'];
  build_error: string | null;
  duration_ms: number | null;
  rev: number;
}
