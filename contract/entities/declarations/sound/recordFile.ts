import { type Declaration, rowsOf } from '../../declaration.ts';
import type { RecordFileChange } from '../../sound/recordFile.ts';

export const recordFile = {
  key: 'record_file',
  one: { cn: '录音文件', en: 'Recording', kr: '녹음 파일' },
  live: rowsOf<RecordFileChange>(),
} as const satisfies Declaration;
