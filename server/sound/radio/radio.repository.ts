import { type Radio, radioEntity, radioGroupEntity } from '../../../contract/entities/sound/radio.ts';
import { radio } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/tableRepository.ts';
import { type ShelfStore, shelfStore } from '../library/shelf.repository.ts';

export type RadioRow = Row & Radio;
export type RadioStore = ShelfStore<RadioRow>;

export const radios: RadioStore = shelfStore<RadioRow>('radio', radio, radioEntity, radioGroupEntity);
