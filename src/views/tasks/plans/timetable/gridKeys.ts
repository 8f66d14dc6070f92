import { weekOrder } from '../../../shared/tasks/taskStatus.ts';

/** Columns of the grid: time, sound, then the days of the week. */
export const TIME = 0;
export const SOUND = 1;
export const FIRST_DAY = 2;
export const LAST_COLUMN = FIRST_DAY + weekOrder.length - 1;

/** A cell by row and column. */
export interface Cell {
  row: number;
  column: number;
}

/** Weekday of a column; null: it has none. */
export const dayOfColumn = (column: number): number | null => weekOrder[column - FIRST_DAY] ?? null;

/** Cell to which a key moves; null for other keys. `rows`: number of rows. */
export function movedCell(cell: Cell, key: string, rows: number): Cell | null {
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, LAST_COLUMN)),
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
      return to(cell.row, LAST_COLUMN);
    case 'PageUp':
      return to(0, cell.column);
    case 'PageDown':
      return to(rows - 1, cell.column);
    default:
      return null;
  }
}
