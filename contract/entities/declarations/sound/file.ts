import { type Declaration, rowsOf } from '../../declaration.ts';
import type { FileGroupLive, FileLive } from '../../sound/file.ts';

export const file = {
  key: 'file',
  one: { cn: '音乐文件', en: 'Music file', kr: '음악 파일' },
  many: { cn: '音乐文件', en: 'Music files', kr: '음악 파일' },
  permissions: 'base',
  live: rowsOf<FileLive>(),
} as const satisfies Declaration;

export const fileGroup = {
  key: 'file_group',
  one: { cn: '文件分组', en: 'File group', kr: '파일 그룹' },
  many: { cn: '文件分组', en: 'File groups', kr: '파일 그룹' },
  permissions: 'base',
  live: rowsOf<FileGroupLive>(),
} as const satisfies Declaration;
