import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, id, rev } from '../../platform/db/columns.ts';
import { owner } from '../../site/zones/zones.table.ts';
import { libraryColumns, libraryMembers, mediaGroup } from '../library/library.table.ts';

/** Texts that are synthesised once and then played like files. */
export const presetText = pgTable(
  'preset_text',
  {
    id: id(),
    name: text('name').notNull(),
    org: owner(),
    textContent: text('text_content').notNull(),
    voiceName: text('voice_name').$type<'xiaoyan' | 'xiaofeng'>().notNull(),
    voiceSpeed: smallint('voice_speed').notNull(),
    build_status: text('build_status').$type<'waiting' | 'building' | 'built' | 'failed'>().notNull(),
    /** Message key of the reason when failed. */
    build_error: text('build_error'),
    duration_ms: integer('duration_ms'),
    /** Key of its programme among the synthesised texts, once it is built. */
    speech_key: text('speech_key'),
    ...libraryColumns(),
    created_at: createdAt(),
    rev: rev(),
  },
  (t) => [index().on(t.name)],
);

export const presetTextGroupMember = libraryMembers(
  'preset_text_group_member',
  () => mediaGroup.id,
  () => presetText.id,
);
