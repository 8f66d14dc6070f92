import { bigint, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { account } from '../../platform/auth/account.table.ts';
import { createdAt, epochSeconds, id, now, rev } from '../../platform/db/columns.ts';
import { owner } from '../../site/zones/zones.table.ts';
import { libraryColumns, libraryMembers } from '../library/library.table.ts';

export const fileGroup = pgTable('file_group', {
  id: id(),
  name: text('name').notNull(),
  org: owner(),
  position: integer('position').notNull().default(0),
  rev: rev(),
  created_at: createdAt(),
});

export const file = pgTable(
  'file',
  {
    id: id(),
    name: text('name').notNull(),
    org: owner(),
    original_name: text('original_name').notNull(),
    /** Bytes of the original. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Milliseconds of programme; null until it is built. */
    duration_ms: integer('duration_ms'),
    /**
     * Integrated loudness of the original after the mono downmix, LUFS; null for silence or not yet built.
     */
    loudness: doublePrecision('loudness'),
    format: text('format').notNull().default(''),
    build_status: text('build_status').$type<'waiting' | 'building' | 'built' | 'failed'>().notNull(),
    /** Message key of the reason when failed. */
    build_error: text('build_error'),
    ...libraryColumns(),
    uploaded_at: epochSeconds('uploaded_at').notNull().default(now),
    uploaded_by: integer('uploaded_by').references(() => account.id, { onDelete: 'set null' }),
    rev: rev(),
  },
  (t) => [index().on(t.name)],
);

export const fileGroupMember = libraryMembers(
  'file_group_member',
  () => fileGroup.id,
  () => file.id,
);
