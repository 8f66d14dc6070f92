/** Separator of a list in one cell. */
const BETWEEN = '|';

/** Joins texts in one cell: separated by a bar; a backslash escapes bars and backslashes. */
export function joinList(parts: readonly unknown[]): string {
  return parts.map((part) => String(part).replace(/[\\|]/g, '\\$&')).join(BETWEEN);
}

/**
 * Splits a cell into trimmed texts; an empty cell has none. A backslash before any other character is
 * literal.
 */
export function splitList(cell: string): string[] {
  if (cell === '') return [];
  const parts = [''];
  for (const [token] of cell.matchAll(/\\[\\|]|./gsu)) {
    if (token === BETWEEN) parts.push('');
    else parts[parts.length - 1] += token.length === 2 && token.startsWith('\\') ? token.slice(1) : token;
  }
  return parts.map((part) => part.trim());
}

/** Codes in a cell, without duplicates: any character that cannot be in a code separates them. */
export function codesIn(cell: string): string[] {
  return [...new Set(cell.split(/[^A-Za-z0-9_-]+/))].filter((code) => code !== '');
}
