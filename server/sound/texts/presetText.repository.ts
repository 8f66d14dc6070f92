import { isNotNull } from 'drizzle-orm';
import {
  type PresetText,
  presetTextEntity,
  presetTextGroupEntity,
} from '../../../contract/entities/sound/presetText.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type LibraryRow, type LibraryStore, libraryStore } from '../library/library.repository.ts';
import { groupsOfKind } from '../library/library.table.ts';
import { presetText, presetTextGroupMember } from './presetText.table.ts';

export type PresetTextRow = LibraryRow & PresetText & { speech_key: string | null };
export type PresetTextStore = LibraryStore<PresetTextRow>;

export const presetTexts: PresetTextStore = libraryStore<PresetTextRow>(
  { items: presetText, link: presetTextGroupMember, ...groupsOfKind('preset_text') },
  presetTextEntity,
  presetTextGroupEntity,
);

/** Keys of the synthesised speech that rows refer to. */
export async function speechKeys(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ key: presetText.speech_key })
    .from(presetText)
    .where(isNotNull(presetText.speech_key));
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}
