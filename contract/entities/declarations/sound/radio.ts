import { type Declaration, rowsOf } from '../../declaration.ts';
import type { MediaGroupLive } from '../../sound/library.ts';
import type { RadioLive } from '../../sound/radio.ts';

export const radio = {
  key: 'radio',
  one: { cn: '电台', en: 'Radio station', kr: '라디오 방송국' },
  many: { cn: '电台', en: 'Radio stations', kr: '라디오 방송국' },
  permissions: 'base',
  live: rowsOf<RadioLive>(),
} as const satisfies Declaration;

export const radioGroup = {
  key: 'radio_group',
  one: { cn: '电台分组', en: 'Radio group', kr: '라디오 그룹' },
  many: { cn: '电台分组', en: 'Radio groups', kr: '라디오 그룹' },
  permissions: 'base',
  live: rowsOf<MediaGroupLive>(),
} as const satisfies Declaration;
