import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FaultLine, heldInPlace } from '../../streams/faultLines.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { recentTime } from '../kit/recentTime.ts';
import { useObservable } from '../kit/useObservable.ts';
import { useZones } from '../zones/useZones.ts';
import { chatterText, lineDetail, lineText } from './faultWords.ts';

const loading: FaultLine[] | null = null;

/** Open faults, one line per cause; null until they are known. */
export function useFaultLines(): FaultLine[] | null {
  return useObservable<FaultLine[] | null>(useApp().streams.faultLines$, loading);
}

/** What lines and faults are called, where the reader's zones are known. */
export function useFaultWords() {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zones = useZones() ?? [];
  const time = (at: number | null) => recentTime(at, clock.now(), t('common.none'), clock.timeZone());
  return {
    time,
    line: (line: FaultLine) => lineText(t, line, zones),
    detail: (line: FaultLine) => lineDetail(t, line, time),
    chatter: (fault: Parameters<typeof chatterText>[1]) => chatterText(t, fault, time),
  };
}

/**
 * Lines that stay where they are while somebody points at them or has the focus among them. `props` belong to the
 * element around them.
 */
export function useHeldLines(lines: FaultLine[] | null) {
  const isHeld = useRef({ pointer: false, focus: false });
  const shown = useRef<string[]>([]);
  const { pointer, focus } = isHeld.current;
  const held = lines === null || !(pointer || focus) ? lines : heldInPlace(shown.current, lines);
  shown.current = held?.map(({ key }) => key) ?? [];
  const hold = (by: 'pointer' | 'focus', is: boolean) => () => {
    isHeld.current[by] = is;
  };
  return {
    lines: held,
    props: {
      onPointerEnter: hold('pointer', true),
      onPointerLeave: hold('pointer', false),
      onFocus: hold('focus', true),
      onBlur: hold('focus', false),
    },
  };
}
