import type { ChartColours } from './chartColours.ts';
import type { ChartOption } from './echarts.ts';

/** Part of a cell, from its lower to its upper edge in shares of the row. */
export interface CellPart {
  colour: string;
  low: number;
  high: number;
}

/** Cell of a row at one time; its parts are drawn in their order. */
export interface Cell {
  row: number;
  column: number;
  parts: readonly CellPart[];
  /** Lines of its tooltip. */
  tip: () => string[];
}

/**
 * Chart option of rows of cells over time without axes: a heat map, or strips of states. Names of the rows and
 * times are HTML around the chart.
 * @param gap distance between cells, px
 */
export function cellsOption(
  cells: readonly Cell[],
  rows: number,
  columns: number,
  gap: number,
  c: ChartColours,
): ChartOption {
  return {
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { type: 'value', min: 0, max: columns, show: false },
    yAxis: { type: 'value', min: 0, max: Math.max(1, rows), inverse: true, show: false },
    tooltip: {
      confine: true,
      backgroundColor: c.background,
      borderColor: c.line,
      textStyle: { color: c.text, fontFamily: c.font, fontSize: c.px(12) },
      // As rich text, not HTML: names are user input.
      renderMode: 'richText',
      formatter: (point) => cells[[point].flat()[0]?.dataIndex ?? -1]?.tip().join('\n') ?? '',
    },
    series: [
      {
        id: 'cells',
        type: 'custom',
        data: cells.map(({ row, column }) => [column, row]),
        renderItem: (params, api) => {
          const cell = cells[params.dataIndex];
          if (cell === undefined) return undefined;
          const [left = 0, top = 0] = api.coord([cell.column, cell.row]);
          const [right = 0, bottom = 0] = api.coord([cell.column + 1, cell.row + 1]);
          const margin = Math.min(c.px(3), (bottom - top) / 6);
          const height = bottom - top - 2 * margin;
          return {
            type: 'group',
            children: [
              // Takes the pointer, also where nothing is drawn.
              {
                type: 'rect',
                shape: { x: left, y: top, width: right - left, height: bottom - top },
                style: { fill: 'transparent' },
              },
              ...cell.parts.map(({ colour, low, high }) => ({
                type: 'rect' as const,
                shape: {
                  x: left,
                  y: bottom - margin - high * height,
                  width: Math.max(c.px(1), right - left - c.px(gap)),
                  height: Math.max(c.px(1), (high - low) * height),
                },
                style: { fill: colour },
              })),
            ],
          };
        },
      },
    ],
  };
}
