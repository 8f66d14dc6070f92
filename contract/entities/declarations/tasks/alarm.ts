import { type Declaration, rowsOf } from '../../declaration.ts';
import type { AlarmEnded, AlarmLive } from '../../tasks/alarm.ts';

export const alarm = {
  key: 'alarm',
  live: rowsOf<AlarmLive>(),
  liveFor: ['list_alarm_plan', 'menu_home_page'],
} as const satisfies Declaration;

export const alarmEnded = {
  key: 'alarm_ended',
  live: rowsOf<AlarmEnded>(),
  liveFor: ['list_alarm_plan', 'menu_home_page'],
} as const satisfies Declaration;

export const alarmRecord = {
  key: 'alarm_record',
  one: { cn: '报警记录', en: 'Alarm record', kr: '경보 기록' },
} as const satisfies Declaration;
