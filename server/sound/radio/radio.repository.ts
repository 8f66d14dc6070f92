import { type Radio, radioEntity, radioGroupEntity } from '../../../contract/entities/sound/radio.ts';
import { radio } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/tableRepository.ts';
import { type LibraryStore, libraryStore } from '../library/library.repository.ts';

export type RadioRow = Row & Radio;
export type RadioStore = LibraryStore<RadioRow>;

export const radios: RadioStore = libraryStore<RadioRow>('radio', radio, radioEntity, radioGroupEntity);
