import { type Declaration, rowsOf } from '../../declaration.ts';
import type { SignalRow } from '../../terminals/signal.ts';

export const signal = {
  key: 'signal',
  live: rowsOf<SignalRow>(),
} as const satisfies Declaration;
