import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, rev } from '../../platform/db/columns.ts';
import { owner } from '../../site/zones/zones.table.ts';

/** Groups of preset texts and of radio stations; file groups are older and have a table of their own. */
export const mediaGroup = pgTable(
  'media_group',
  {
    id: id(),
    /** Kind as in the permission keys: `preset_text` or `radio`. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    org: owner(),
    position: integer('position').notNull().default(0),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.kind, t.position)],
);

export const libraryColumns = () => ({
  group_id: integer('group_id').references(() => mediaGroup.id, { onDelete: 'set null' }),
  position: integer('position').notNull().default(0),
});
