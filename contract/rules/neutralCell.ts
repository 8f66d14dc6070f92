const risky = /^'*[=+\-@\t\r]/;

/** Puts an apostrophe before a cell that a spreadsheet would run as a formula; `bare` removes it. */
export function neutral(cell: string): string {
  return risky.test(cell) ? `'${cell}` : cell;
}

/** Inverse of `neutral` for every text. */
export function bare(cell: string): string {
  return cell.startsWith("'") && risky.test(cell) ? cell.slice(1) : cell;
}
