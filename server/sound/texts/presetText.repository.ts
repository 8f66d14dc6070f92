import { isNotNull } from 'drizzle-orm';
import {
  type PresetText,
  presetTextEntity,
  presetTextGroupEntity,
} from '../../../contract/entities/sound/presetText.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import type { Row } from '../../platform/db/tableRepository.ts';
import { type LibraryStore, libraryStore } from '../library/library.repository.ts';
import { presetText } from './presetText.table.ts';

export type PresetTextRow = Row & PresetText & { speech_key: string | null };
export type PresetTextStore = LibraryStore<PresetTextRow>;

export const presetTexts: PresetTextStore = libraryStore<PresetTextRow>(
  'preset_text',
  presetText,
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
