import { useTranslation } from 'react-i18next';
import type { FaultLine } from '../../../streams/faultLines.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { useZones } from '../zones/useZones.ts';
import { chatterText, lineDetail, lineText } from './faultWords.ts';

const loading: FaultLine[] | null = null;

/** Open faults, one line per cause; null while loading. */
export function useFaultLines(): FaultLine[] | null {
  return useObservable<FaultLine[] | null>(useApp().streams.faultLines$, loading);
}

/** Texts of lines and faults, with the names of zones. */
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

const keyOf = ({ key }: FaultLine) => key;
const none: readonly FaultLine[] = [];

/** Lines as `useHeldRows` keeps them; null while loading. `queryKey`: the chosen filter. */
export function useHeldLines(lines: readonly FaultLine[] | null, queryKey?: unknown) {
  const { rows, ...held } = useHeldRows(lines ?? none, keyOf, queryKey);
  return { lines: lines === null ? null : rows, ...held };
}
