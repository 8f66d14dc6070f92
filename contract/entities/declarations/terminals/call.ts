import type { CallLive } from '../../../protocol/call.ts';
import { type Declaration, rowsOf } from '../../declaration.ts';

export const call = {
  key: 'call',
  live: rowsOf<CallLive>(),
  liveFor: ['list_dialogue'],
} as const satisfies Declaration;
