import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, combineLatest, map, of, startWith } from 'rxjs';
import { markKey, type PlanMark } from '../../../../contract/entities/site/sitePlan.ts';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { subtree } from '../../kit/tree/zones.ts';
import { wholeName } from '../../shared/io/ioView.ts';
import { type MarkState, markState } from '../../shared/sitePlan/planState.ts';
import { useZonePlaces } from '../../shared/zones/useZones.ts';

const EVERY_MS = 500;
const none: MarkState[] = [];
const noLines: IoLive[] = [];
const noAlarms: ReadonlySet<number> = new Set();
const middle = { x: 0.5, y: 0.5 };

/** Terminals and lines of a zone and those below it that can be placed on its plan, by name. */
export function useCandidates(org: number): readonly MarkState[] {
  const { streams } = useApp();
  const { t } = useTranslation();
  const seesLines = usePermission()('list_io');
  const zones = useZonePlaces();
  const states$ = useMemo(() => {
    const within = zones === undefined ? new Set<number>() : subtree(zones, org);
    const lines$ = seesLines ? streams.io.rows$.pipe(startWith(noLines)) : of(noLines);
    return combineLatest([streams.allTerminals.rows$, lines$]).pipe(
      auditTime(EVERY_MS),
      map(([terminals, lines]) => {
        const isHere = (row: { org: number | null }) => row.org !== null && within.has(row.org);
        const byId = new Map(terminals.map((row) => [row.id, row]));
        const lineOf = new Map(lines.map((row) => [row.id, row]));
        const rows = {
          terminal: (id: number) => byId.get(id),
          line: (id: number) => lineOf.get(id),
          lineName: (row: IoLive) => wholeName(row, t),
          alarms: noAlarms,
        };
        const marks: PlanMark[] = [
          ...terminals.filter(isHere).map(({ id }) => ({ kind: 'terminal' as const, id, ...middle })),
          ...lines.filter(isHere).map(({ id }) => ({ kind: 'line' as const, id, ...middle })),
        ];
        return marks
          .flatMap((mark) => markState(mark, rows) ?? [])
          .sort((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key));
      }),
    );
  }, [streams, zones, org, seesLines, t]);
  return useObservable<readonly MarkState[]>(states$, none);
}

/** Those that are not placed yet and fit a search word. */
export function unplaced(
  candidates: readonly MarkState[],
  marks: readonly PlanMark[],
  word: string,
): MarkState[] {
  const there = new Set(marks.map(markKey));
  const folded = word.trim().toLocaleLowerCase();
  return candidates.filter(({ key, name }) => !there.has(key) && name.toLocaleLowerCase().includes(folded));
}
