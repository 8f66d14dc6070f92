/** Panels below the running broadcasts, in the order of the first arrangement. */
export const panelKeys = ['zones', 'day', 'next', 'link', 'recent', 'upgrade'] as const;
export type PanelKey = (typeof panelKeys)[number];

/** Arrangement of an account: the panels that it shows, in their order. */
export type Arrangement = readonly PanelKey[];

/** Key of the stored arrangement. */
export const arrangementKey = 'home_panels';

const isPanel = (value: unknown): value is PanelKey => (panelKeys as readonly unknown[]).includes(value);

/** Reads a stored arrangement; anything else is the first one. */
export function readArrangement(stored: unknown): Arrangement {
  if (!Array.isArray(stored)) return panelKeys;
  return [...new Set(stored.filter(isPanel))];
}

/** Number of columns for some panels, so that the last row is full or nearly so. */
export function columnsFor(count: number): number {
  if (count <= 3) return Math.max(1, count);
  return count === 4 ? 2 : 3;
}

/** Columns that the last panel takes, so that no place is left empty. */
export function lastSpan(count: number): number {
  const columns = columnsFor(count);
  return 1 + ((columns - (count % columns)) % columns);
}
