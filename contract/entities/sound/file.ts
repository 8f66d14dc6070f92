import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';
import { defineEntity } from '../entity.ts';
import {
  type LibraryPlaces,
  libraryFilter,
  libraryPatch,
  libraryRow,
  type MediaGroupLive,
  mediaGroupEntity,
  mediaName,
} from './library.ts';

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
    ...libraryRow,
    original_name: z.string().describe(fieldText.original_name),
    size: z.number().int().describe(fieldText.size),
    duration_ms: z.number().int().nullable().describe(fieldText.duration_ms),
    loudness: z.number().nullable().describe('Loudness of the original, LUFS; null: not measured yet.'),
    format: z.string().describe('Format of the original, for example mp3.'),
    build_status: buildStatus.describe(fieldText.build_status),
    build_error: z.string().nullable().describe(fieldText.build_error),
    uploaded_at: z.number().int().describe('When it was uploaded, epoch s.'),
    uploaded_by_name: z.string().describe('Name of the account that uploaded it; empty: deleted since.'),
    rev: z.number().int().describe(fieldText.rev),
  }),
  create: z.object({}),
  patch: z.object({
    name: mediaName.optional().describe(fieldText.name),
    ...libraryPatch,
  }),
  filter: z.object({
    ...libraryFilter,
    build_status: buildStatus.optional().describe(fieldText.build_status),
  }),
  sortable: ['name', 'original_name', 'size', 'duration_ms', 'loudness', 'format', 'position', 'uploaded_at'],
  searchable: ['name', 'original_name'],
});
export type MediaFile = z.output<typeof fileEntity.row>;

/** Group of music files. */
export const fileGroupEntity = mediaGroupEntity('file_group', 'file_ids');
export type FileGroup = z.output<typeof fileGroupEntity.row>;

/** Live row of the `file_group` topic. */
export type FileGroupLive = MediaGroupLive;

/** Live row of the `file` topic: position of a file and progress of its conversion. */
export interface FileLive extends Record<string, unknown>, LibraryPlaces {
  id: number;
  org: number | null;
  build_status: z.output<typeof buildStatus>;
  build_error: string | null;
  /** 0–1 while building. */
  progress: number;
  duration_ms: number | null;
  loudness: number | null;
  rev: number;
}
