import { type Declaration, rowsOf } from '../../declaration.ts';
import type { PhoneCallLive } from '../../site/phoneCall.ts';

export const phoneCall = {
  key: 'phone_call',
  live: rowsOf<PhoneCallLive>(),
  liveFor: ['list_integration'],
} as const satisfies Declaration;
