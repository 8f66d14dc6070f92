/** Columns of the grid: time, sound, then the days. */
export const TIME = 0;
export const SOUND = 1;
export const FIRST_DAY = 2;

/** A cell by row and column. */
export interface Cell {
  row: number;
  column: number;
}

/** Cell to which a key moves; null for other keys. `size`: number of rows and columns. */
export function movedCell(cell: Cell, key: string, size: { rows: number; columns: number }): Cell | null {
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(row, size.rows - 1)),
    column: Math.max(0, Math.min(column, size.columns - 1)),
  });
  switch (key) {
    case 'ArrowLeft':
      return to(cell.row, cell.column - 1);
    case 'ArrowRight':
      return to(cell.row, cell.column + 1);
    case 'ArrowUp':
      return to(cell.row - 1, cell.column);
    case 'ArrowDown':
      return to(cell.row + 1, cell.column);
    case 'Home':
      return to(cell.row, TIME);
    case 'End':
      return to(cell.row, size.columns - 1);
    case 'PageUp':
      return to(0, cell.column);
    case 'PageDown':
      return to(size.rows - 1, cell.column);
    default:
      return null;
  }
}
