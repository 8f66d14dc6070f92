import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, epochSeconds, id, rev } from '../../platform/db/columns.ts';
import { owner } from '../../site/zones/zones.table.ts';
import { libraryColumns, libraryMembers, mediaGroup } from '../library/library.table.ts';

/** Radio stations, with the result of the last connection. */
export const radio = pgTable(
  'radio',
  {
    id: id(),
    name: text('name').notNull(),
    org: owner(),
    radio_url: text('radio_url').notNull(),
    state: text('state').$type<'untested' | 'works' | 'fails'>().notNull().default('untested'),
    /** Message key of the reason when it fails. */
    error: text('error'),
    codec: text('codec').notNull().default(''),
    /** kbit/s */
    bitrate: integer('bitrate'),
    /** Name that the station announces. */
    station: text('station').notNull().default(''),
    tested_at: epochSeconds('tested_at'),
    ...libraryColumns(),
    created_at: createdAt(),
    rev: rev(),
  },
  (t) => [index().on(t.name)],
);

export const radioGroupMember = libraryMembers(
  'radio_group_member',
  () => mediaGroup.id,
  () => radio.id,
);
