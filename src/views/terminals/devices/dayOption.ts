import type { TFunction } from 'i18next';
import type { HistoryState, TerminalHistory } from '../../../../contract/entities/site/history.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { Cell, CellPart } from '../../kit/chart/cellsOption.ts';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import type { ChartOption } from '../../kit/chart/echarts.ts';
import { levelText, meterRange } from '../../kit/status/levelMeter.ts';
import { lossSteps } from '../../shared/zones/zoneCounts.ts';

/** Minutes of each state in a day. */
export function minutesByState(history: TerminalHistory): Record<HistoryState, number> {
  const minutes = { idle: 0, sounding: 0, unknown: 0, silent: 0, offline: 0, behind_relay: 0 };
  for (const state of history.state) if (state !== null) minutes[state] += history.step_s / 60;
  return minutes;
}

const timeOf = (history: TerminalHistory, minute: number, timeZone: string) =>
  formatTimestamp(history.from + minute * history.step_s, '', timeZone).slice(5, 16);

/** Chart option of the level of a terminal over a day; the line is broken where it did not sound. */
export function levelOption(history: TerminalHistory, timeZone: string, c: ChartColours): ChartOption {
  const text = { color: c.quiet, fontFamily: c.font, fontSize: c.px(10) };
  return {
    grid: { left: 0, right: 0, top: c.px(4), bottom: c.px(2), outerBoundsMode: 'none' },
    xAxis: { type: 'value', min: 0, max: history.state.length, show: false },
    yAxis: {
      type: 'value',
      min: meterRange.min,
      max: meterRange.max,
      interval: 20,
      axisLabel: {
        ...text,
        inside: true,
        showMinLabel: false,
        showMaxLabel: false,
        verticalAlign: 'bottom',
        margin: 0,
      },
      splitLine: { lineStyle: { color: c.line } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: c.background,
      borderColor: c.line,
      textStyle: { color: c.text, fontFamily: c.font, fontSize: c.px(12) },
      axisPointer: { type: 'line', lineStyle: { color: c.quiet } },
      formatter: (points) => {
        const minute = [points].flat()[0]?.dataIndex ?? 0;
        return `${timeOf(history, minute, timeZone)}<br>${levelText(history.level_db[minute] ?? null)} dBFS`;
      },
    },
    series: [
      {
        type: 'line',
        data: history.level_db.map((level, minute) => [minute, level ?? '-']),
        symbol: 'none',
        lineStyle: { color: c.data1, width: c.px(1.5) },
        areaStyle: { color: c.data4, opacity: 0.6, origin: 'start' },
      },
    ],
  };
}

function statePart(state: HistoryState, c: ChartColours): CellPart {
  const colours = {
    ...{ idle: c.data5, sounding: c.data1, unknown: c.data3, silent: c.fault, offline: c.fault },
    behind_relay: c.data3,
  };
  // Offline fills the row, silence its half: the shape tells them apart, not the colour alone.
  return { colour: colours[state], low: 0, high: state === 'silent' || state === 'unknown' ? 0.5 : 1 };
}

function lossColour(loss: number, c: ChartColours): string {
  if (loss >= lossSteps.much) return c.fault;
  if (loss >= lossSteps.some) return c.data1;
  return loss >= lossSteps.little ? c.data3 : c.data5;
}

/** Cells of a day: a strip of states, and one of packet loss below it. */
export function dayCells(history: TerminalHistory, t: TFunction, timeZone: string, c: ChartColours): Cell[] {
  const states = history.state.map((state, column) => ({
    row: 0,
    column,
    parts: state === null ? [] : [statePart(state, c)],
    tip: () => [
      timeOf(history, column, timeZone),
      state === null ? t('devices.day.noRecord') : t(`devices.day.${state}`),
    ],
  }));
  const losses = history.loss_pct.map((loss, column) => ({
    row: 1,
    column,
    parts: loss === null ? [] : [{ colour: lossColour(loss, c), low: 0, high: 1 }],
    tip: () => [
      timeOf(history, column, timeZone),
      loss === null ? t('devices.day.noLoss') : t('devices.day.loss', { loss }),
    ],
  }));
  return [...states, ...losses];
}
