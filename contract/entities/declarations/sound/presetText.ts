import { type Declaration, rowsOf } from '../../declaration.ts';
import type { MediaGroupLive } from '../../sound/library.ts';
import type { PresetTextLive } from '../../sound/presetText.ts';

export const presetText = {
  key: 'preset_text',
  one: { cn: '预置文本', en: 'Preset text', kr: '안내 문구' },
  many: { cn: '预置文本', en: 'Preset texts', kr: '안내 문구' },
  permissions: 'base',
  live: rowsOf<PresetTextLive>(),
} as const satisfies Declaration;

export const presetTextGroup = {
  key: 'preset_text_group',
  one: { cn: '文本分组', en: 'Preset text group', kr: '문구 그룹' },
  many: { cn: '文本分组', en: 'Preset text groups', kr: '문구 그룹' },
  permissions: 'base',
  live: rowsOf<MediaGroupLive>(),
} as const satisfies Declaration;
