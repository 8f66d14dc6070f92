/**
 * CSS variables of the chart colours. A canvas cannot use CSS variables, so their values are read at the
 * chart.
 */
const names = {
  data1: 'tocsinData1',
  data2: 'tocsinData2',
  data3: 'tocsinData3',
  data4: 'tocsinData4',
  data5: 'tocsinData5',
  fault: 'tocsinFaultSolid',
  faultEdge: 'tocsinFaultEdge',
  text: 'colorNeutralForeground1',
  quiet: 'colorNeutralForeground3',
  line: 'colorNeutralStroke2',
  background: 'colorNeutralBackground1',
  accent: 'colorCompoundBrandStroke',
  font: 'fontFamilyBase',
} as const;
export type ChartColours = Record<keyof typeof names, string> & {
  /**
   * Converts a length to px of the chart, which is outside the zoom of the console, as the grid is
   * (grid/gridScale.ts).
   */
  px: (length: number) => number;
};

export function chartColours(element: Element, scale: number): ChartColours {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, style.getPropertyValue(`--${name}`).trim()]),
  ) as Record<keyof typeof names, string>;
  return { ...colours, px: (length) => length * scale };
}
