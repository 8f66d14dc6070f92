import { expect, test } from 'vitest';
import { createZoneNames } from '../../src/streams/zoneNames.ts';

function site(zones: { id: number; parent_id: number | null; name: string }[]) {
  const time = { now: 0 };
  const nameOf = createZoneNames(
    { get: (id) => zones.find((zone) => zone.id === id), filter: () => zones },
    () => time.now,
  );
  return { nameOf, time, zones };
}
const city = () =>
  site([
    { id: 1, parent_id: null, name: 'City' },
    { id: 2, parent_id: 1, name: 'School 1' },
    { id: 3, parent_id: 1, name: 'School 2' },
    { id: 4, parent_id: 2, name: 'Block A' },
    { id: 5, parent_id: 3, name: 'Block A' },
    { id: 6, parent_id: 3, name: 'Yard' },
  ]);

test('a zone is called by its name, and by its path where another one has the same name', () => {
  const { nameOf } = city();
  expect([4, 5, 6].map(nameOf)).toEqual(['School 1 / Block A', 'School 2 / Block A', 'Yard']);
  expect(nameOf(99)).toBe('');
});

test('a zone whose parent is not visible has the path that is', () => {
  const { nameOf } = site([
    { id: 4, parent_id: 2, name: 'Block A' },
    { id: 5, parent_id: 3, name: 'Block A' },
    { id: 3, parent_id: 1, name: 'School 2' },
  ]);
  expect([4, 5].map(nameOf)).toEqual(['Block A', 'School 2 / Block A']);
});

test('a name that is given twice later gets its path within a second', () => {
  const { nameOf, time, zones } = city();
  expect(nameOf(6)).toBe('Yard');
  zones.push({ id: 7, parent_id: 2, name: 'Yard' });
  time.now = 1000;
  expect(nameOf(6)).toBe('School 2 / Yard');
});
