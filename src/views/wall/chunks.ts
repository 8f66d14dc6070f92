/** Splits items into groups of a size, the last one smaller. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const found: Item[][] = [];
  for (let i = 0; i < items.length; i += Math.max(1, size)) found.push(items.slice(i, i + Math.max(1, size)));
  return found;
}
