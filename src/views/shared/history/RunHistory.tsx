import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  historySteps,
  type TaskHistory,
  type ZoneHistory,
} from '../../../../contract/entities/site/history.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { Chart } from '../../kit/chart/Chart.tsx';
import { cellsOption } from '../../kit/chart/cellsOption.ts';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import { TimeScale } from '../../kit/chart/TimeScale.tsx';
import { tokens } from '../../theme/tokens.ts';
import { lossCells, stripCells } from './historyCells.ts';
import { lossFacts, stripFacts } from './historyFacts.ts';

const useStyles = makeStyles({
  root: { padding: '0 16px 8px', flexShrink: 0 },
  strips: { height: '34px' },
  caption: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Number of steps that the panel has room for. */
const MOST = 240;
/** Shortest run with a history worth showing, s. */
const LEAST_S = 180;

interface Run {
  id: number;
  name: string;
  /** Epoch s; `to` null: it still runs. */
  from: number;
  to: number | null;
}

/**
 * History of a run: a strip of how many of its terminals sounded, and one of packet loss below it. Hidden for a short
 * run, one that is not recorded any more, and for an account that does not see all of its terminals.
 */
export function RunHistory(props: { run: Run }) {
  const may = usePermission();
  const now = useSiteClock().now() / 1000;
  const { run } = props;
  const isLong = (run.to ?? now) - run.from >= LEAST_S;
  return isLong && may(['menu_real_time_task', 'list_task']) ? <Strips run={run} /> : null;
}

/** A run as the only row of a history. */
const historyOf = (data: TaskHistory): ZoneHistory => ({
  from: data.from,
  step_s: data.step_s,
  zones: [data],
});

function Strips({ run }: { run: Run }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  const timeZone = clock.timeZone();
  const { id, name, from } = run;
  const to = run.to ?? Math.floor(clock.now() / 60_000) * 60;
  const step_s = historySteps.find((step) => (to - from) / step <= MOST) ?? 3600;
  const { data } = useQuery({
    queryKey: ['history', 'task', id, to],
    queryFn: () => api.get<TaskHistory>(`/v1/task/${id}/history`, { from, to, step_s }, { quiet: true }),
    retry: false,
  });
  const words = useMemo(() => ({ t, timeZone, nameOf: () => name }), [t, timeZone, name]);
  const option = useCallback(
    (c: ChartColours) => {
      if (data === undefined) return {};
      const history = historyOf(data);
      const losses = lossCells(history, words, c).map((cell) => ({ ...cell, row: 1 }));
      return cellsOption([...stripCells(history, words, c), ...losses], 2, data.terminals.length, 0, c);
    },
    [data, words],
  );
  if (data === undefined || data.terminals.every((one) => one === null)) return null;
  return (
    <div className={s.root} data-testid="run-history">
      <div className={s.strips}>
        <Chart
          option={option}
          label={t('taskLog.historyLabel', { name })}
          facts={[...stripFacts(historyOf(data), words), ...lossFacts(historyOf(data), words)]}
        />
      </div>
      <TimeScale
        from={data.from}
        to={data.from + data.terminals.length * data.step_s}
        timeZone={timeZone}
        ticks={5}
      />
      <div className={s.caption}>{t('taskLog.historyRows')}</div>
    </div>
  );
}
