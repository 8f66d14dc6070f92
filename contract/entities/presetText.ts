import { z } from 'zod';
import { ruleMessage } from '../ruleMessage.ts';
import { defineEntity } from './entity.ts';
import { buildStatus } from './file.ts';
import { mediaGroupEntity, mediaName, ownerField, shelfFilter, shelfPatch, shelfRow } from './shelf.ts';

/** Longest text, characters (the same as a real-time task's). */
export const MAX_TEXT_LENGTH = 5000;

const fields = {
  name: mediaName,
  textContent: z
    .string()
    .trim()
    .min(1, ruleMessage('rules.required', { field: 'field.text' }))
    .max(MAX_TEXT_LENGTH),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']),
  /** 0–100, 50 is normal. */
  voiceSpeed: z.number().int().min(0).max(100),
};

/** Preset text (spec 3): words that are spoken once, when they are written, and played from then on like a file. */
export const presetTextEntity = defineEntity({
  path: 'preset_text',
  key: 'preset_text',
  row: z.object({
    id: z.number().int(),
    name: z.string(),
    textContent: z.string(),
    voiceName: fields.voiceName,
    voiceSpeed: z.number().int(),
    build_status: buildStatus,
    /** Message key of the reason when failed. */
    build_error: z.string().nullable(),
    /** Length of the programme, milliseconds. */
    duration_ms: z.number().int().nullable(),
    ...shelfRow,
    created_at: z.number().int(),
    rev: z.number().int(),
  }),
  create: z.object({
    ...fields,
    voiceName: fields.voiceName.default('xiaoyan'),
    voiceSpeed: fields.voiceSpeed.default(50),
    group_id: shelfPatch.group_id,
    ...ownerField,
  }),
  patch: z.object({
    name: fields.name.optional(),
    textContent: fields.textContent.optional(),
    voiceName: fields.voiceName.optional(),
    voiceSpeed: fields.voiceSpeed.optional(),
    ...shelfPatch,
  }),
  filter: z.object({
    ...shelfFilter,
    build_status: buildStatus.optional(),
    voiceName: fields.voiceName.optional(),
  }),
  sortable: ['name', 'voiceName', 'voiceSpeed', 'duration_ms', 'position', 'created_at'],
  searchable: ['name', 'textContent'],
});
export type PresetText = z.output<typeof presetTextEntity.row>;

export const presetTextGroupEntity = mediaGroupEntity('preset_text_group');

/** Live row of the `preset_text` topic: where a text stands, and how far its building is. */
export interface PresetTextLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  group_id: number | null;
  position: number;
  build_status: PresetText['build_status'];
  build_error: string | null;
  duration_ms: number | null;
  rev: number;
}
