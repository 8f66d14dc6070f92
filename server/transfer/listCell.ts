/** Between the parts of a list in one cell. */
const BETWEEN = '|';

/** Several texts in one cell: a bar between them, a backslash before a bar or backslash of their own. */
export function joined(parts: readonly unknown[]): string {
  return parts.map((part) => String(part).replace(/[\\|]/g, '\\$&')).join(BETWEEN);
}

/** The texts of a cell, trimmed; an empty cell has none. A backslash before anything else is itself. */
export function parted(cell: string): string[] {
  if (cell === '') return [];
  const parts = [''];
  for (const [token] of cell.matchAll(/\\[\\|]|./gsu)) {
    if (token === BETWEEN) parts.push('');
    else parts[parts.length - 1] += token.length === 2 && token.startsWith('\\') ? token.slice(1) : token;
  }
  return parts.map((part) => part.trim());
}

/** The codes of a cell, each once: whatever cannot be in a code stands between them. */
export function codesIn(cell: string): string[] {
  return [...new Set(cell.split(/[^A-Za-z0-9_-]+/))].filter((code) => code !== '');
}
