import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, EMPTY, map, merge, scan, startWith } from 'rxjs';
import { taskType } from '../../../../contract/codes.ts';
import type { PlanMark } from '../../../../contract/entities/site/sitePlan.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { wholeName } from '../io/ioView.ts';
import { type MarkState, markStates } from './planState.ts';

/** Shortest interval between two states of a plan, ms: an alarm is drawn within it. */
const EVERY_MS = 250;
const none: ReadonlyMap<string, MarkState> = new Map();

/** States of what is placed on a plan, live. */
export function usePlanMarks(marks: readonly PlanMark[]): ReadonlyMap<string, MarkState> {
  const { streams } = useApp();
  const { t } = useTranslation();
  const may = usePermission();
  const seesLines = may('list_io');
  const seesTasks = may(['menu_real_time_task', 'list_task']);
  const states$ = useMemo(() => {
    let alarms: ReadonlySet<number> = new Set();
    const onAir$ = (seesTasks ? streams.onAir$ : EMPTY).pipe(
      map((rows: readonly BroadcastLive[]) => {
        alarms = new Set(rows.flatMap((row) => (row.task_type === taskType.alarm ? row.id : [])));
      }),
    );
    return merge(streams.allTerminals.changes$, seesLines ? streams.io.changes$ : EMPTY, onAir$).pipe(
      auditTime(EVERY_MS),
      startWith(null),
      scan(
        (before: ReadonlyMap<string, MarkState>) =>
          markStates(
            marks,
            {
              terminal: (id) => streams.allTerminals.get(id),
              line: (id) => streams.io.get(id),
              lineName: (row) => wholeName(row, t),
              alarms,
            },
            before,
          ),
        none,
      ),
    );
  }, [streams, marks, seesLines, seesTasks, t]);
  return useObservable<ReadonlyMap<string, MarkState>>(states$, none);
}
