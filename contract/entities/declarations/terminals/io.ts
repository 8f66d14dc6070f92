import { type Declaration, rowsOf } from '../../declaration.ts';
import type { IoLive } from '../../terminals/io.ts';

export const io = {
  key: 'io',
  live: rowsOf<IoLive>(),
} as const satisfies Declaration;
