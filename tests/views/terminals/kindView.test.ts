import type { ColDef } from 'ag-grid-community';
import { describe, expect, it } from 'vitest';
import { fitColumns } from '../../../src/views/shared/terminals/kindColumns.ts';
import { countByZone, withCounts } from '../../../src/views/terminals/devices/useKindZones.ts';

describe('columns of a kind', () => {
  const columns: ColDef[] = [
    { colId: 'name', minWidth: 600 },
    { colId: 'groups', width: 160 },
    { colId: 'reported_at', width: 104 },
    { colId: 'client_ip', width: 130 },
    { colId: 'alias', width: 500, initialHide: true },
  ];
  const shown = (width: number) =>
    fitColumns(columns, width).flatMap((one) => (one.initialHide === true ? [] : one.colId));

  it('are all shown in a wide window', () => {
    expect(shown(1920)).toEqual(['name', 'groups', 'reported_at', 'client_ip']);
  });
  it('are hidden one by one in a narrow window, never the identity', () => {
    expect(shown(1366)).toEqual(['name', 'groups', 'reported_at', 'client_ip']);
    expect(shown(1200)).toEqual(['name', 'groups', 'reported_at']);
    expect(shown(1000)).toEqual(['name', 'reported_at']);
    expect(shown(400)).toEqual(['name']);
  });
});

it('the counts of zones beside a kind are of that kind, including subtrees', () => {
  const zone = (id: number, parent_id: number | null) =>
    ({ id, parent_id, name: `zone ${id}`, online: 999, offline: 999, expected: 999 }) as never;
  const zones = [zone(1, null), zone(2, 1), zone(3, 2), zone(4, 1)];
  const rows = [
    { org: 3, online: true },
    { org: 3, online: false },
    { org: 2, online: true },
    { org: null, online: true },
    { org: 77, online: true },
    { org: 4, online: false, reason: { key: 'behind_relay' as const, params: {} } },
    { org: 4, online: false, reason: { key: 'never_seen' as const, params: {} } },
  ].map((row) => ({
    ...{ fault: 'none' as const, reason: { key: 'free' as const, params: {} } },
    ...row,
  }));
  const counted = withCounts(zones, countByZone(rows));
  expect(counted.map(({ id, ...n }) => [id, n.online, n.offline, n.behind_relay, n.expected])).toEqual([
    [1, 2, 1, 1, 1],
    [2, 2, 1, 0, 0],
    [3, 1, 1, 0, 0],
    [4, 0, 0, 1, 1],
  ]);
});
