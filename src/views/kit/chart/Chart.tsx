import EChartsReactCore from 'echarts-for-react/esm/core';
import { useEffect, useState } from 'react';
import { useScale } from '../../theme/scale.ts';
import { useMode } from '../../theme/ThemeProvider.tsx';
import { type ChartColours, chartColours } from './chartColours.ts';
import { type ChartOption, echarts } from './echarts.ts';

/** Never changes: what is shown is set through the instance, so that live data does not pass through the component. */
const nothing = {};

/** Outside the console's zoom: ECharts would look for the pointer where it is not. */
const frame = { width: '100%', height: '100%', overflow: 'hidden', zoom: 'calc(1 / var(--tocsinScale, 1))' };

type Instance = ReturnType<typeof echarts.init>;

/**
 * A chart of ECharts in the theme's colours, as large as its parent. `option` is called with them, and again when it or
 * the mode changes: keep its identity (`useCallback`). It is a picture: `label` says in words what it shows.
 */
export function Chart(props: {
  option: (colours: ChartColours, size: { width: number; height: number }) => ChartOption;
  label: string;
  /** A point was pressed: the index of its series and its own. */
  onPoint?: (series: string, index: number) => void;
}) {
  const { option, onPoint } = props;
  const mode = useMode();
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
  }, [chart, option, mode, size, scale]);
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
    <div role="img" aria-label={props.label} style={frame}>
      <EChartsReactCore
        echarts={echarts}
        option={nothing}
        style={{ width: '100%', height: '100%' }}
        onChartReady={(ready) => setChart(ready as unknown as Instance)}
      />
    </div>
  );
}
