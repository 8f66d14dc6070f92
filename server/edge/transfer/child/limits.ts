/** Maximum cells per row, and characters per cell. */
export const MAX_CELLS = 60;
export const MAX_CELL = 8_000;
/** Maximum characters of all cells together: a workbook may refer to one long text from millions of cells. */
export const MAX_CHARS = 60_000_000;
/** Maximum unpacked bytes of an XLSX file. */
export const MAX_UNPACKED = 400_000_000;
