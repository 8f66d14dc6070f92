import { csqBounds, csqRange } from '../../../../contract/constants.ts';
import type { SignalHour } from '../../../../contract/entities/terminals/signal.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import type { ChartOption } from '../../kit/chart/echarts.ts';

const HOUR_S = 3600;

/** Every hour of a span that ends with the hour of `nowS`, oldest first; null for hours without a report. */
export function everyHour(
  hours: readonly SignalHour[],
  nowS: number,
  count: number,
): { at: number; hour: SignalHour | null }[] {
  const byTime = new Map(hours.map((hour) => [hour.at, hour]));
  const last = Math.floor(nowS / HOUR_S) * HOUR_S;
  return Array.from({ length: count }, (_, i) => {
    const at = last - (count - 1 - i) * HOUR_S;
    return { at, hour: byTime.get(at) ?? null };
  });
}

export interface HourWords {
  average: string;
  highest: string;
  lowest: string;
  count: string;
  nothing: string;
  weak: string;
  strong: string;
}

/**
 * Chart option: average with the band from minimum to maximum, and below it the number of reports; times in
 * the site's time zone.
 */
export function hourOption(
  slots: ReturnType<typeof everyHour>,
  timeZone: string,
  words: HourWords,
  c: ChartColours,
): ChartOption {
  const text = { color: c.quiet, fontFamily: c.font, fontSize: c.px(11) };
  const isDay = slots.length <= 24;
  const times = slots.map(({ at }) => formatTimestamp(at, '', timeZone));
  const faces = times.map((time) => (isDay ? time.slice(11, 16) : time.slice(5, 16)));
  const sides = { left: c.px(36), right: c.px(76), outerBoundsMode: 'none' } as const;
  const axis = {
    type: 'category',
    data: faces,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: c.line } },
  } as const;
  const band = {
    type: 'line',
    stack: 'band',
    symbol: 'none',
    silent: true,
    lineStyle: { opacity: 0 },
  } as const;
  const bound = (yAxis: number, label: string) => ({ yAxis, label: { formatter: label } });
  return {
    grid: [
      { ...sides, top: c.px(8), bottom: '36%' },
      { ...sides, top: '74%', bottom: c.px(20) },
    ],
    xAxis: [
      { ...axis, gridIndex: 0, axisLabel: { show: false } },
      { ...axis, gridIndex: 1, axisLabel: { ...text, hideOverlap: true } },
    ],
    yAxis: [
      {
        gridIndex: 0,
        ...csqRange,
        interval: 10,
        axisLabel: { ...text, showMaxLabel: false },
        splitLine: { lineStyle: { color: c.line } },
      },
      { gridIndex: 1, min: 0, splitNumber: 1, minInterval: 1, axisLabel: text, splitLine: { show: false } },
    ],
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: c.background,
      borderColor: c.line,
      textStyle: { color: c.text, fontFamily: c.font, fontSize: c.px(12) },
      axisPointer: { type: 'line', lineStyle: { color: c.quiet } },
      formatter: (points) => {
        const at = [points].flat()[0]?.dataIndex ?? 0;
        const hour = slots[at]?.hour ?? null;
        const head = times[at]?.slice(0, 16) ?? '';
        if (hour === null) return `${head}<br>${words.nothing}`;
        const facts = [
          [words.average, hour.avg],
          [words.highest, hour.max],
          [words.lowest, hour.min],
          [words.count, hour.count],
        ];
        return [head, ...facts.map(([name, value]) => `${name} ${value}`)].join('<br>');
      },
    },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    series: [
      { ...band, data: slots.map(({ hour }) => hour?.min ?? null) },
      {
        ...band,
        data: slots.map(({ hour }) => (hour === null ? null : hour.max - hour.min)),
        areaStyle: { color: c.data4, opacity: 1 },
      },
      {
        type: 'line',
        data: slots.map(({ hour }) => {
          const isWeak = hour !== null && hour.avg <= csqBounds.weak;
          return {
            value: hour?.avg ?? null,
            symbol: isWeak ? 'triangle' : 'circle',
            symbolSize: c.px(isWeak ? 9 : 4),
          };
        }),
        showAllSymbol: true,
        lineStyle: { color: c.data1, width: c.px(2) },
        itemStyle: {
          color: ({ value }) => (typeof value === 'number' && value <= csqBounds.weak ? c.fault : c.data1),
          borderColor: c.faultEdge,
          borderWidth: 0,
        },
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color: c.data3, type: 'dashed', width: 1 },
          label: { ...text, position: 'end' },
          data: [
            bound(csqBounds.weak, `≤ ${csqBounds.weak} ${words.weak}`),
            bound(csqBounds.medium, `> ${csqBounds.medium} ${words.strong}`),
          ],
        },
      },
      {
        type: 'bar',
        xAxisIndex: 1,
        yAxisIndex: 1,
        data: slots.map(({ hour }) => hour?.count ?? null),
        itemStyle: { color: c.data3 },
        barMaxWidth: c.px(12),
      },
    ],
  };
}
