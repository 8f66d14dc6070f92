import { type Radio, radioEntity, radioGroupEntity } from '../../contract/entities/radio.ts';
import { radio } from '../db/schema.ts';
import type { Row } from '../db/tableRepository.ts';
import { type ShelfStore, shelfStore } from '../shelf/shelf.repository.ts';

export type RadioRow = Row & Radio;
export type RadioStore = ShelfStore<RadioRow>;

export const radios: RadioStore = shelfStore<RadioRow>('radio', radio, radioEntity, radioGroupEntity);
