import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

const none: AlarmLive[] = [];

/** Alarms that are not over, the most urgent first (src/streams/alarm.ts). */
export function useAlarms(): AlarmLive[] {
  return useObservable(useApp().streams.alarms$, none);
}
