import { eq } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** Groups of a kind of `mediaGroup`, for `libraryStore`. */
export const groupsOfKind = (kind: 'preset_text' | 'radio') => ({
  groups: mediaGroup,
  kind: { only: eq(mediaGroup.kind, kind), values: { kind } },
});

/** Place of an item among those without a group. */
export const libraryColumns = () => ({ position: integer('position').notNull().default(0) });

/**
 * Link table of groups and their items, with the place of each item in the group.
 *
 * @param name name of the table @param group id of the groups @param item id of the items
 */
export const libraryMembers = (name: string, group: () => AnyPgColumn, item: () => AnyPgColumn) =>
  pgTable(
    name,
    {
      group_id: integer('group_id').notNull().references(group, { onDelete: 'cascade' }),
      item_id: integer('item_id').notNull().references(item, { onDelete: 'cascade' }),
      position: integer('position').notNull(),
    },
    (t) => [primaryKey({ columns: [t.group_id, t.item_id] }), index().on(t.item_id)],
  );
