import { makeStyles } from '@fluentui/react-components';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SumsHistory, ZoneHistory } from '../../../contract/entities/site/history.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { Chart } from '../kit/chart/Chart.tsx';
import { cellsOption } from '../kit/chart/cellsOption.ts';
import type { ChartColours } from '../kit/chart/chartColours.ts';
import { TimeScale } from '../kit/chart/TimeScale.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import type { stripCells } from '../shared/history/historyCells.ts';
import type { stripFacts } from '../shared/history/historyFacts.ts';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    columnGap: '12px',
    gridTemplateColumns: 'minmax(72px, 22%) minmax(0, 1fr) max-content max-content',
    flexGrow: 1,
    alignItems: 'center',
    fontSize: tokens.fontSizeBase200,
  },
  name: { minWidth: 0, whiteSpace: 'nowrap', gridColumn: '1' },
  chart: { gridColumn: '2', alignSelf: 'stretch', minHeight: 0, minWidth: 0 },
  scale: { gridColumn: '2' },
  figure: { textAlign: 'right', whiteSpace: 'nowrap' },
});

export interface ZoneChartRow {
  id: number;
  name: string;
  /** One or two figures at the right edge. */
  first: ReactNode;
  second: ReactNode;
}

/** Rows of zones with their history between a name and figures. The name links to the terminals of the zone. */
export function ZoneChart(props: {
  history: ZoneHistory;
  rows: readonly ZoneChartRow[];
  cells: typeof stripCells;
  /** Sentences that say what the chart shows. */
  facts: typeof stripFacts;
  label: string;
  gap: number;
  ticks: number;
  /** Called for a press on a cell, with its zone and time, epoch s. */
  onCell?: (zone: number, at: number) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const timeZone = useSiteClock().timeZone();
  const { history, rows, cells, gap, onCell } = props;
  const columns = history.zones[0]?.terminals.length ?? 0;
  const names = JSON.stringify(rows.map(({ id, name }) => [id, name]));
  const drawn = useMemo(() => {
    const shown = new Map(JSON.parse(names) as [number, string][]);
    // A new zone has no history yet; its row stays empty.
    const zones = [...shown.keys()].map(
      (id) => history.zones.find((zone) => zone.id === id) ?? nothingOf(id, columns),
    );
    const words = { t, timeZone, nameOf: (id: number) => shown.get(id) ?? '' };
    return { history: { ...history, zones }, words };
  }, [history, names, columns, t, timeZone]);
  const option = useCallback(
    (colours: ChartColours) =>
      cellsOption(
        cells(drawn.history, drawn.words, colours),
        drawn.history.zones.length,
        columns,
        gap,
        colours,
      ),
    [cells, drawn, columns, gap],
  );
  const press = useCallback(
    (_series: string, index: number) => {
      const [zone] = (JSON.parse(names) as [number, string][])[Math.floor(index / columns)] ?? [];
      if (zone !== undefined) onCell?.(zone, history.from + (index % columns) * history.step_s);
    },
    [names, columns, history, onCell],
  );
  return (
    <div className={s.root} style={{ gridTemplateRows: `repeat(${rows.length}, minmax(18px, 1fr)) 16px` }}>
      {rows.map((row, i) => (
        <Row key={row.id} row={row} at={i + 1} />
      ))}
      <div className={s.chart} style={{ gridRow: `1 / span ${rows.length}` }}>
        <Chart
          option={option}
          label={props.label}
          facts={props.facts(drawn.history, drawn.words)}
          {...(onCell === undefined ? {} : { onPoint: press })}
        />
      </div>
      <div className={s.scale} style={{ gridRow: rows.length + 1 }}>
        <TimeScale
          from={history.from}
          to={history.from + columns * history.step_s}
          timeZone={timeZone}
          ticks={props.ticks}
        />
      </div>
    </div>
  );
}

/** History of a zone for which nothing is recorded. */
function nothingOf(id: number, columns: number): SumsHistory {
  const none = Array.from({ length: columns }, () => null);
  return {
    ...{ id, terminals: none, sounding: none, silent: none, offline: none },
    ...{ lossy: none, loss_pct: none, level_db: none },
  };
}

function Row({ row, at }: { row: ZoneChartRow; at: number }) {
  const s = useStyles();
  const style = { gridRow: at };
  return (
    <>
      <span className={s.name} style={style}>
        <ScreenLink screen="menu_device_management" search={{ org: String(row.id) }}>
          <NameText name={row.name} />
        </ScreenLink>
      </span>
      <span className={s.figure} style={{ ...style, gridColumn: 3 }}>
        {row.first}
      </span>
      <span className={s.figure} style={{ ...style, gridColumn: 4 }}>
        {row.second}
      </span>
    </>
  );
}
