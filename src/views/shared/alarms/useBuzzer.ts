import { useCallback, useEffect, useRef, useState } from 'react';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { needsAttention } from '../../../streams/alarm.ts';
import { type Buzz, type BuzzerState, createBuzzer } from './buzzer.ts';

/** Cadence of the buzzer: it sounds until every real alarm is acknowledged. */
export function buzzOf(alarms: readonly AlarmLive[]): Buzz {
  const unattended = alarms.filter(needsAttention);
  if (unattended.length === 0) return 'off';
  return unattended.some(({ state }) => state === alarmState.alarming) ? 'fast' : 'slow';
}

/** Sounds the buzzer while the component is mounted, and tells whether it can be heard. */
export function useBuzzer(buzz: Buzz): { state: BuzzerState; unblock: () => void } {
  const [state, setState] = useState<BuzzerState>('ready');
  const buzzer = useRef<ReturnType<typeof createBuzzer> | null>(null);
  const unblock = useCallback(() => buzzer.current?.touched(), []);
  useEffect(() => {
    if (typeof AudioContext === 'undefined') return;
    const made = createBuzzer(() => new AudioContext(), setState);
    buzzer.current = made;
    // Any press on the page unblocks it.
    for (const event of ['pointerup', 'keydown'] as const)
      window.addEventListener(event, unblock, { capture: true });
    return () => {
      for (const event of ['pointerup', 'keydown'] as const)
        window.removeEventListener(event, unblock, { capture: true });
      buzzer.current = null;
      made.close();
    };
  }, [unblock]);
  useEffect(() => buzzer.current?.set(buzz), [buzz]);
  return { state, unblock };
}
