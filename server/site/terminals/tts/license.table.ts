import { integer, pgTable, smallint } from 'drizzle-orm/pg-core';
import { terminal } from '../terminal.table.ts';

/** Number of texts that a TTS terminal may speak at the same time (its licences); no row: none. */
export const ttsLicense = pgTable('tts_license', {
  terminal_id: integer('terminal_id')
    .primaryKey()
    .references(() => terminal.id, { onDelete: 'cascade' }),
  licenses: smallint('licenses').notNull(),
});
