import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { RecordType } from '../../../contract/codes.ts';
import { id, searchable } from '../../platform/db/columns.ts';

/**
 * Recordings (contract/entities/sound/recordFile.ts). No foreign keys: they outlive what they recorded, and begin
 * before its commit.
 */
export const recordFile = pgTable(
  'record_file',
  {
    id: id(),
    recordType: text('record_type').$type<RecordType>().notNull(),
    name: text('name').notNull(),
    callerName: text('caller_name').notNull(),
    callerId: integer('caller_id'),
    calleeName: text('callee_name').notNull(),
    calleeId: integer('callee_id'),
    /** Wall time of the first sound, ms since 1970. */
    began_at: bigint('began_at', { mode: 'number' }).notNull(),
    /** Null: still recording, or the server went down meanwhile and it is not completed yet. */
    duration_ms: integer('duration_ms'),
    size: bigint('size', { mode: 'number' }),
    channels: smallint('channels').notNull(),
    emergency: boolean('emergency').notNull(),
    alarm_id: integer('alarm_id'),
    broadcast_id: integer('broadcast_id'),
    lost: integer('lost').notNull().default(0),
    /** A crash or a failed disk ended it early. */
    cut_off: boolean('cut_off').notNull().default(false),
    /** Zones of everyone recorded; none: the whole site. */
    orgs: integer('orgs').array().notNull().default([]),
    /** Path of its file in the folder of recordings. */
    path: text('path').notNull().unique(),
    /** Computed when first requested. */
    peaks: jsonb('peaks').$type<number[]>(),
  },
  (t) => [
    index().on(t.began_at),
    index().on(t.alarm_id),
    index().on(t.recordType, t.id.desc()),
    index().on(t.callerName, t.id),
    index().on(t.calleeName, t.id),
    index('record_file_orgs').using('gin', t.orgs),
    index('record_file_open').on(t.id).where(sql`duration_ms is null`),
    index('record_file_search').using(
      'gin',
      searchable(t.name),
      searchable(t.callerName),
      searchable(t.calleeName),
    ),
  ],
);
