import EChartsReactCore from 'echarts-for-react/esm/core';
import { useEffect, useState } from 'react';
import { useScale } from '../../theme/scale.ts';
import { useForcedColours, useMode } from '../../theme/ThemeProvider.tsx';
import { type ChartColours, chartColours } from './chartColours.ts';
import { type ChartOption, echarts } from './echarts.ts';

/**
 * Constant option: data is set through the instance, so that live data does not pass through the component.
 */
const nothing = {};

type Instance = ReturnType<typeof echarts.init>;

export interface CanvasProps {
  option: (colours: ChartColours, size: { width: number; height: number }) => ChartOption;
  /** Called for a press on a point, with its series and its index. */
  onPoint?: (series: string, index: number) => void;
}

/** Part of `Chart` that needs ECharts. */
export function ChartCanvas(props: CanvasProps) {
  const { option, onPoint } = props;
  const mode = useMode();
  const isForced = useForcedColours();
  const scale = useScale();
  const [chart, setChart] = useState<Instance | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (chart === null) return;
    const observer = new ResizeObserver(() => {
      if (!chart.isDisposed()) setSize({ width: chart.getWidth(), height: chart.getHeight() });
    });
    observer.observe(chart.getDom());
    return () => observer.disconnect();
  }, [chart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode decides the colours
  useEffect(() => {
    if (chart === null || chart.isDisposed() || size.width === 0) return;
    chart.resize();
    chart.setOption(
      { animation: false, ...option(chartColours(chart.getDom(), scale), size) },
      { notMerge: true },
    );
  }, [chart, option, mode, isForced, size, scale]);
  useEffect(() => {
    if (chart === null || onPoint === undefined) return;
    const press = (point: { seriesId?: string; dataIndex: number }) =>
      onPoint(point.seriesId ?? '', point.dataIndex);
    chart.on('click', press as never);
    return () => {
      if (!chart.isDisposed()) chart.off('click', press as never);
    };
  }, [chart, onPoint]);
  return (
    <EChartsReactCore
      echarts={echarts}
      option={nothing}
      style={{ width: '100%', height: '100%' }}
      onChartReady={(ready) => setChart(ready as unknown as Instance)}
    />
  );
}
