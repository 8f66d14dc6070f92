/** A canvas knows no CSS variables: the theme's colours as they are where the chart stands (look: Charts). */
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
  ground: 'colorNeutralBackground1',
  accent: 'colorCompoundBrandStroke',
  font: 'fontFamilyBase',
} as const;
export type ChartColours = Record<keyof typeof names, string> & {
  /** A length in the chart's own px: it stands outside the console's zoom, as the grid does (grid/gridScale.ts). */
  px: (length: number) => number;
};

export function chartColours(element: Element, scale: number): ChartColours {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, style.getPropertyValue(`--${name}`).trim()]),
  ) as Record<keyof typeof names, string>;
  return { ...colours, px: (length) => length * scale };
}
