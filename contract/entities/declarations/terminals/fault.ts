import { type Declaration, rowsOf } from '../../declaration.ts';
import type { Fault } from '../../terminals/fault.ts';

export const fault = {
  key: 'fault',
  one: { cn: '故障', en: 'Fault', kr: '장애' },
  live: rowsOf<Fault>(),
  liveFor: ['list_fault', 'menu_home_page'],
} as const satisfies Declaration;

export const faultEnded = {
  key: 'fault_ended',
  live: rowsOf<Fault>(),
  liveFor: ['list_fault', 'menu_home_page'],
} as const satisfies Declaration;
