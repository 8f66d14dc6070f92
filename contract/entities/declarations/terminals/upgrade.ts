import { type Declaration, rowsOf } from '../../declaration.ts';
import type { UpgradeTopicRow } from '../../terminals/upgrade.ts';

export const upgradeFile = {
  key: 'upgrade_file',
  one: { cn: '升级文件', en: 'Upgrade file', kr: '업그레이드 파일' },
  many: { cn: '升级文件', en: 'Upgrade files', kr: '업그레이드 파일' },
  permissions: 'added',
} as const satisfies Declaration;

export const upgrade = {
  key: 'upgrade',
  one: { cn: '升级批次', en: 'Upgrade batch', kr: '업그레이드 작업' },
  live: rowsOf<UpgradeTopicRow>(),
} as const satisfies Declaration;
