/** Parses digits only: `Number` would accept `1e1` and `0x10` too. */
export function numberOf(cell: string): number | string {
  return /^-?\d{1,9}$/.test(cell) ? Number(cell) : cell;
}
