import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { account } from '../../platform/auth/account.table.ts';
import { createdAt, epochSeconds, id, idList } from '../../platform/db/columns.ts';

/** Phone links (contract/entities/tasks/talkLink.ts), until a day after their end. */
export const talkLink = pgTable(
  'talk_link',
  {
    id: id(),
    title: text('title').notNull(),
    orgs: idList('orgs'),
    /** Account that made it, in whose name the phone speaks. */
    account_id: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key in the link. */
    secret_hash: text('secret_hash').notNull().unique(),
    /** SHA-256 of the key of the phone to which it is bound; null: no phone has opened it. */
    phone_hash: text('phone_hash'),
    priority: smallint('priority').notNull(),
    volume: smallint('volume'),
    created_at: createdAt(),
    expires_at: epochSeconds('expires_at').notNull(),
    opened_at: epochSeconds('opened_at'),
    /** Begin of the one talk. */
    used_at: epochSeconds('used_at'),
    ended_at: epochSeconds('ended_at'),
  },
  (t) => [index().on(t.account_id)],
);
export type TalkLinkRow = typeof talkLink.$inferSelect;
