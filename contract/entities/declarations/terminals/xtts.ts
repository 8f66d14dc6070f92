import { memberTransfer, terminalColumns } from '../../columns.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';
import type { GroupLive } from '../../terminals/group.ts';
import type { KindLive } from '../../terminals/kinds.ts';
import type { TtsLicensePool } from '../../terminals/xtts.ts';

export const xtts = {
  key: 'xtts',
  one: { cn: 'TTS 终端', en: 'TTS terminal', kr: 'TTS 단말' },
  many: { cn: 'TTS 终端', en: 'TTS terminals', kr: 'TTS 단말' },
  permissions: 'base',
  live: rowsOf<KindLive<'xtts'>>(),
  transfer: { maxRows: 100_000, file: 'tts-terminals', columns: terminalColumns() },
} as const satisfies Declaration;

export const xttsGroup = {
  key: 'xtts_group',
  one: { cn: 'TTS 终端分组', en: 'TTS terminal group', kr: 'TTS 단말 그룹' },
  many: { cn: 'TTS 终端分组', en: 'TTS terminal groups', kr: 'TTS 단말 그룹' },
  permissions: 'base',
  live: rowsOf<GroupLive>(),
  transfer: memberTransfer,
} as const satisfies Declaration;

export const ttsLicense = {
  key: 'tts_license',
  live: rowsOf<TtsLicensePool>(),
} as const satisfies Declaration;
