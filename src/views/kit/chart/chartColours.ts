/**
 * CSS variables of the chart colours. A canvas cannot use CSS variables, nor system colours as the page has them, so
 * their values are computed at the chart.
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
  const probe = element.appendChild(document.createElement('span'));
  const style = getComputedStyle(probe);
  const readColour = (name: string) => {
    if (name === names.font) return style.getPropertyValue(`--${name}`).trim();
    probe.style.color = `var(--${name})`;
    return style.color;
  };
  const colours = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, readColour(name)]),
  ) as Record<keyof typeof names, string>;
  probe.remove();
  return { ...colours, px: (length) => length * scale };
}
