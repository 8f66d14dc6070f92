import type { ColumnState } from 'ag-grid-community';
import { expect, it } from 'vitest';
import { scaledColumns, scaledLayout } from '../../src/views/kit/grid/gridScale.ts';
import { scaleFor } from '../../src/views/theme/scale.ts';

it('a desk has scale 1; large windows grow in quarters', () => {
  expect([1366, 1920, 2559].map(scaleFor)).toEqual([1, 1, 1]);
  expect([2560, 3440, 3840, 5120, 7680].map(scaleFor)).toEqual([1.25, 1.5, 1.75, 2.5, 3.75]);
});

it('a wider screen never shows less', () => {
  const rooms = [2560, 3072, 3440, 3840, 5120, 7680].map((width) => width / scaleFor(width));
  for (const room of rooms) expect(room).toBeGreaterThanOrEqual(2048);
});

it('columns grow with the scale, and their widths are stored as those of scale 1', () => {
  const columns = [{ colId: 'name', width: 100, minWidth: 64 }, { flex: 1 }];
  expect(scaledColumns(columns, 1)).toBe(columns);
  expect(scaledColumns(columns, 1.75)).toEqual([{ colId: 'name', width: 175, minWidth: 112 }, { flex: 1 }]);
  const kept: ColumnState[] = [
    { colId: 'name', width: 123 },
    { colId: 'reason', flex: 1 },
  ];
  expect(scaledLayout(scaledLayout(kept, 1.75), 1 / 1.75)).toEqual(kept);
});
