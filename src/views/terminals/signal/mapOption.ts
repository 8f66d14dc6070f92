import { signalStateOf } from '../../../../contract/entities/terminals/signal.ts';
import type { ChartColours } from '../../kit/chart/chartColours.ts';
import type { ChartOption } from '../../kit/chart/echarts.ts';
import { shortenName } from '../../kit/layout/nameWidth.ts';
import { edgesOf, type MapView, type Place, type Size, zonePlaces } from './mapView.ts';

/** Id of the series of terminals, whose points can be pressed. */
export const TERMINALS = 'terminals';

/** Width of the name of a zone; the tooltip of its terminals has the whole name. */
const NAME_WIDTH = 24;

const symbols = { weak: 'triangle', medium: 'circle', strong: 'circle', none: 'diamond' } as const;

/**
 * Chart option of the map: terminals as points with shape and colour by strength, a ring around the selected
 * one, and names of zones.
 */
export function mapOption(
  places: readonly Place[],
  view: MapView,
  size: Size,
  chosen: number | undefined,
  zoneName: (org: number) => string,
  c: ChartColours,
): ChartOption {
  const { south, north, west, east } = edgesOf(view, size);
  const text = { color: c.quiet, fontFamily: c.font, fontSize: c.px(11) };
  const degrees = {
    ...text,
    inside: true,
    showMinLabel: false,
    showMaxLabel: false,
    hideOverlap: true,
    formatter: (value: number) => `${Number(value.toFixed(5))}°`,
  };
  const axis = {
    type: 'value',
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: c.line } },
  } as const;
  /** Fill and edge: weak is amber, strong is solid, the others are hollow. */
  const faces = {
    weak: [c.fault, c.faultEdge],
    medium: [c.background, c.data2],
    strong: [c.data1, c.data1],
    none: [c.background, c.data3],
  } as const;
  const ring = places.filter((one) => one.id === chosen);
  return {
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: 'none' },
    xAxis: { ...axis, min: west, max: east, axisLabel: degrees },
    yAxis: { ...axis, min: south, max: north, axisLabel: degrees },
    tooltip: {
      confine: true,
      backgroundColor: c.background,
      borderColor: c.line,
      textStyle: { color: c.text, fontFamily: c.font, fontSize: c.px(12) },
      // As rich text, not HTML: names are user input.
      renderMode: 'richText',
      formatter: (point) => {
        const place = places[[point].flat()[0]?.dataIndex ?? -1];
        if (place === undefined) return '';
        const { name, org, csq } = place.row;
        return [name, ...(org === null ? [] : [zoneName(org)]), csq ?? '—'].join('\n');
      },
    },
    series: [
      {
        type: 'scatter',
        silent: true,
        tooltip: { show: false },
        symbol: 'circle',
        symbolSize: c.px(22),
        itemStyle: { color: 'transparent', borderColor: c.accent, borderWidth: c.px(2) },
        data: ring.map(({ longitude, latitude }) => [longitude, latitude]),
      },
      {
        id: TERMINALS,
        type: 'scatter',
        symbolSize: c.px(12),
        data: places.map(({ longitude, latitude, row }) => {
          const state = signalStateOf(row);
          const [color, borderColor] = faces[state];
          return {
            value: [longitude, latitude],
            symbol: symbols[state],
            itemStyle: { color, borderColor, borderWidth: c.px(1.5), opacity: row.online ? 1 : 0.5 },
          };
        }),
      },
      {
        type: 'scatter',
        silent: true,
        tooltip: { show: false },
        symbolSize: 0,
        // Within the map: a zone at its edge keeps the whole of its name.
        labelLayout: ({ labelRect: { x, width } }) => ({
          hideOverlap: true,
          dx: Math.max(0, -x) - Math.max(0, x + width - size.width),
        }),
        label: {
          show: true,
          position: 'bottom',
          distance: c.px(10),
          ...text,
          color: c.text,
          textBorderColor: c.background,
          textBorderWidth: 3,
          formatter: ({ name }) => shortenName(name, NAME_WIDTH),
        },
        data: zonePlaces(places).map(({ org, place }) => ({
          name: zoneName(org),
          value: [place.longitude, place.latitude],
        })),
      },
    ],
  };
}
