import { expect, test } from 'vitest';
import { channelTree } from '../../../contract/entities/terminals/channelTree.ts';
import { channelRows } from '../../../src/views/shared/terminals/channelRows.ts';

const capturers = (count: number) =>
  channelTree(
    Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `C${i + 1}`, channels: ['Left', 'Right'] })),
  );
const namesOf = (rows: ReturnType<typeof channelRows>) =>
  rows.map(({ zone, level }) => `${level} ${zone.name}`);

test('few capturers are expanded; of many, the one of the chosen channel', () => {
  expect(namesOf(channelRows(capturers(1), '', new Set()))).toEqual(['1 C1', '2 Left', '2 Right']);
  const many = channelRows(capturers(11), 'istunnel_3_2', new Set());
  expect(namesOf(many).slice(1, 6)).toEqual(['1 C2', '1 C3', '2 Left', '2 Right', '1 C4']);
  expect(many).toHaveLength(13);
});

test('a person folds and unfolds; every row has its own number and its place among its siblings', () => {
  const rows = channelRows(capturers(11), 'istunnel_3_2', new Set(['3', '11']));
  expect(namesOf(rows).slice(-3)).toEqual(['1 C11', '2 Left', '2 Right']);
  expect(rows).toHaveLength(13);
  expect(new Set(rows.map(({ zone }) => zone.id)).size).toBe(13);
  expect(rows.at(-1)).toMatchObject({ position: 2, size: 2, hasChildren: false });
  expect(rows.at(-3)).toMatchObject({ position: 11, size: 11, isOpen: true });
});
