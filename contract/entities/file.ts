import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { ruleMessage } from '../ruleMessage.ts';
import { defineEntity } from './entity.ts';
import { mediaGroupEntity, ownerField, ownerFilter, ownerRow } from './shelf.ts';

const nameRequired = ruleMessage('rules.required', { field: 'field.name' });
const name = z.string().trim().min(1, nameRequired).max(100);

export const buildStatus = z.enum(['waiting', 'building', 'built', 'failed']);

/** Music file (spec 3). `create` is empty: files come by upload (`POST /v1/file/upload`). */
export const fileEntity = defineEntity({
  path: 'file',
  key: 'file',
  row: z.object({
    id: z.number().int(),
    name: z.string(),
    ...ownerRow,
    original_name: z.string(),
    /** Bytes. */
    size: z.number().int(),
    /** Length of the programme, milliseconds. */
    duration_ms: z.number().int().nullable(),
    /** LUFS of the original. */
    loudness: z.number().nullable(),
    format: z.string(),
    build_status: buildStatus,
    build_error: z.string().nullable(),
    group_id: z.number().int().nullable(),
    position: z.number().int(),
    uploaded_at: z.number().int(),
    /** Name of the account; empty when it is gone. */
    uploaded_by_name: z.string(),
    rev: z.number().int(),
  }),
  create: z.object({}),
  patch: z.object({
    name: name.optional(),
    ...ownerField,
    group_id: idSchema.nullable().optional(),
    position: z.number().int().min(0).max(1_000_000).optional(),
  }),
  filter: z.object({
    ...ownerFilter,
    /** `none`: files that are in no group. */
    group_id: z.union([idSchema, z.literal('none').transform(() => null)]).optional(),
    build_status: buildStatus.optional(),
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
 * `POST /v1/file/batch`: one result per file. Moved files go behind the last of their new group; `build` tries those again
 * that could not be made ready.
 */
export const fileBatch = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move'), ids, group_id: idSchema.nullable() }),
  z.object({ action: z.literal('delete'), ids }),
  z.object({ action: z.literal('build'), ids }),
]);

/** `PUT /v1/file_group/order`: groups in their order; those that are not named stay behind them as they were. */
export const fileGroupOrder = z.object({ ids: z.array(idSchema).min(1).max(5000) });

/** Live row of the `file_group` topic. How many files a group holds follows from the `file` topic. */
export interface FileGroupLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  name: string;
  position: number;
  rev: number;
}

/** Live row of the `file` topic: where a file stands, and how far its building is. */
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
