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

/** Whether the buzzer can be heard, and what makes the browser allow it. */
export interface BuzzerControl {
  state: BuzzerState;
  unblock: () => void;
}

/**
 * Sounds the buzzer while the component is mounted. That component stays mounted when the window changes: a new audio
 * context might be blocked by the browser.
 */
export function useBuzzer(buzz: Buzz): BuzzerControl {
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
