import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { ruleMessage } from '../../rules/ruleMessage.ts';
import { defineEntity } from '../entity.ts';
import { mediaGroupEntity, ownerField, ownerFilter, ownerRow } from './library.ts';

const nameRequired = ruleMessage('rules.required', { field: 'field.name' });
const name = z.string().trim().min(1, nameRequired).max(100);

export const buildStatus = z.enum(['waiting', 'building', 'built', 'failed']);

/** Music file. `create` is empty: files come by upload (`POST /v1/file/upload`). */
export const fileEntity = defineEntity({
  path: 'file',
  key: 'file',
  noun: {
    one: 'music file',
    many: 'music files',
    about: 'A music file is uploaded once, prepared for broadcasting in the background, and used by tasks.',
    removal:
      'A file that a task or a running broadcast uses cannot be deleted; `GET /v1/file/used` lists the uses.',
    failures: {
      write: { notFound: ['group.notFound'], forbidden: ['media.ofWholeSite'] },
      remove: { conflict: ['media.inUse', 'common.inUseElsewhere'], forbidden: ['media.ofWholeSite'] },
    },
  },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe(fieldText.name),
    ...ownerRow,
    original_name: z.string().describe(fieldText.original_name),
    size: z.number().int().describe(fieldText.size),
    duration_ms: z.number().int().nullable().describe(fieldText.duration_ms),
    loudness: z.number().nullable().describe('Loudness of the original, LUFS; null: not measured yet.'),
    format: z.string().describe('Format of the original, for example mp3.'),
    build_status: buildStatus.describe(fieldText.build_status),
    build_error: z.string().nullable().describe(fieldText.build_error),
    group_id: z
      .number()
      .int()
      .nullable()
      .describe('Id of its group; null: none. In a filter, `none`: those without a group.'),
    position: z.number().int().describe(fieldText.position),
    uploaded_at: z.number().int().describe('When it was uploaded, epoch s.'),
    uploaded_by_name: z.string().describe('Name of the account that uploaded it; empty: deleted since.'),
    rev: z.number().int().describe(fieldText.rev),
  }),
  create: z.object({}),
  patch: z.object({
    name: name.optional().describe(fieldText.name),
    ...ownerField,
    group_id: idSchema
      .nullable()
      .optional()
      .describe('Id of its group; null: none. In a filter, `none`: those without a group.'),
    position: z.number().int().min(0).max(1_000_000).optional().describe(fieldText.position),
  }),
  filter: z.object({
    ...ownerFilter,
    group_id: z
      .union([idSchema, z.literal('none').transform(() => null)])
      .optional()
      .describe('Id of its group; null: none. In a filter, `none`: those without a group.'),
    build_status: buildStatus.optional().describe(fieldText.build_status),
  }),
  sortable: ['name', 'original_name', 'size', 'duration_ms', 'loudness', 'format', 'position', 'uploaded_at'],
  searchable: ['name', 'original_name'],
});
export type MediaFile = z.output<typeof fileEntity.row>;

/** Group of music files. */
export const fileGroupEntity = mediaGroupEntity('file_group');
export type FileGroup = z.output<typeof fileGroupEntity.row>;

const ids = z.array(idSchema).min(1).max(20_000);

/**
 * `POST /v1/file/batch`: one result per file. Moved files are appended to their new group; `build` retries files
 * whose conversion failed.
 */
export const fileBatch = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('move').describe('Moves them to the end of a group.'),
    ids: ids.describe(fieldText.ids),
    group_id: idSchema.nullable().describe('Id of their new group; null: none.'),
  }),
  z.object({ action: z.literal('delete').describe('Deletes them.'), ids: ids.describe(fieldText.ids) }),
  z.object({
    action: z.literal('build').describe('Prepares again what failed.'),
    ids: ids.describe(fieldText.ids),
  }),
]);

/** `PUT /v1/file_group/order`: groups in their new order; groups that are not named follow in their old order. */
export const fileGroupOrder = z.object({
  ids: z
    .array(idSchema)
    .min(1)
    .max(5000)
    .describe('Ids in their new order; the others follow in their present order.'),
});

/** Live row of the `file_group` topic. The number of files of a group follows from the `file` topic. */
export interface FileGroupLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  name: string;
  position: number;
  rev: number;
}

/** Live row of the `file` topic: position of a file and progress of its conversion. */
export interface FileLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  group_id: number | null;
  position: number;
  build_status: z.output<typeof buildStatus>;
  build_error: string | null;
  /** 0–1 while building. */
  progress: number;
  duration_ms: number | null;
  loudness: number | null;
  rev: number;
}
