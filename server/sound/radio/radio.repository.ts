import { type Radio, radioEntity, radioGroupEntity } from '../../../contract/entities/sound/radio.ts';
import type { Row } from '../../platform/db/tableRepository.ts';
import { type LibraryStore, libraryStore } from '../library/library.repository.ts';
import { radio } from './radio.table.ts';

export type RadioRow = Row & Radio;
export type RadioStore = LibraryStore<RadioRow>;

export const radios: RadioStore = libraryStore<RadioRow>('radio', radio, radioEntity, radioGroupEntity);
