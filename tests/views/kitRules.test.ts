// @vitest-environment jsdom
import type { ColDef } from 'ag-grid-community';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cellText, toCsv } from '../../src/views/app/csv.ts';
import { layoutOf, sortOf, sortState } from '../../src/views/kit/grid/sort.ts';
import { clampHandle, defaultHandle, maxHandle } from '../../src/views/kit/layout/splitterRules.ts';
import { createPreferences } from '../../src/views/kit/preferences/preferences.ts';
import { changeCriteria, readCriteria, sameCriteria, toQuery } from '../../src/views/kit/rows/criteria.ts';
import {
  createLevelMeter,
  type LevelClasses,
  levelText,
  meterShare,
} from '../../src/views/kit/status/levelMeter.ts';
import { recentTime } from '../../src/views/kit/time/recentTime.ts';
import { ancestors, subtree, visibleNodes, type Zone } from '../../src/views/kit/tree/zones.ts';

describe('splitter', () => {
  it('stays 32 px from the left and 150 px from the right edge', () => {
    expect(clampHandle(-40, 1000)).toBe(32);
    expect(clampHandle(500, 1000)).toBe(500);
    expect(clampHandle(990, 1000)).toBe(850);
    expect(maxHandle(1000)).toBe(850);
    expect(clampHandle(500, 100)).toBe(32);
  });

  it('a layout reset gives the left panel 20 % less 12 px', () => {
    expect(defaultHandle(1200)).toBe(228);
  });
});

describe('criteria in the address', () => {
  const read = (text: string) => readCriteria(new URLSearchParams(text), {});

  it('change detection ignores page and limit', () => {
    expect(sameCriteria(read('page=2&q=a&org=3'), read('limit=10&org=3&q=a'))).toBe(true);
    expect(sameCriteria(read('q=a'), read('q=b'))).toBe(false);
    expect(sameCriteria(read('sort=name'), read('sort=-name'))).toBe(false);
    expect(sameCriteria(read('org=3'), read('org=4'))).toBe(false);
  });

  it('a change of filters returns to page 1, other changes keep the page', () => {
    const old = new URLSearchParams('page=3&q=a&sel=7');
    expect(changeCriteria(old, { q: 'b' }).toString()).toBe('q=b&sel=7');
    expect(changeCriteria(old, { page: 4 }).get('page')).toBe('4');
    expect(changeCriteria(old, { q: 'a' }).get('page')).toBe('3');
    expect(changeCriteria(old, { filters: { org: '2' } }).has('page')).toBe(false);
    expect(changeCriteria(old, { q: '' }).has('q')).toBe(false);
  });

  it('opening and closing a row keeps the page', () => {
    const opened = changeCriteria(new URLSearchParams('page=3'), { filters: { id: '7' } });
    expect(opened.toString()).toBe('page=3&id=7');
    expect(changeCriteria(opened, { filters: { id: '' } }).toString()).toBe('page=3');
  });

  it('invalid values become defaults, and the rest is passed to the list call', () => {
    expect(read('page=-1&limit=x')).toMatchObject({ page: 1, limit: 100 });
    expect(toQuery(read('page=2&limit=20&sort=-name&q=x&org=3&sel=1,2'))).toEqual({
      page: 2,
      limit: 20,
      sort: '-name',
      q: 'x',
      org: '3',
    });
  });
});

describe('grid', () => {
  it('converts the sort of the address to column state and back', () => {
    expect(sortState('-name')).toEqual([{ colId: 'name', sort: 'desc', sortIndex: 0 }]);
    expect(sortState(undefined)).toEqual([]);
    expect(sortOf([{ colId: 'a' }, { colId: 'name', sort: 'desc', sortIndex: 0 }])).toBe('-name');
    expect(sortOf([{ colId: 'a' }])).toBeUndefined();
  });

  it('stores the layout without the sort', () => {
    expect(layoutOf([{ colId: 'a', width: 90, sort: 'asc', hide: true }])).toEqual([
      { colId: 'a', width: 90, hide: true, pinned: null, flex: null },
    ]);
  });

  it('exports text as shown and neutralises spreadsheet formulas', () => {
    const columns = [{ header: 'Name', cell: (row: { name: string }) => row.name }];
    const rows = ['=HYPERLINK("http://x")', '+1', '-2', '@a', '\tx', 'a,"b"'].map((name) => ({ name }));
    const lines = toCsv(columns, rows).split('\r\n');
    expect(lines[0]).toBe('\uFEFFName');
    for (const line of lines.slice(1, 6)) expect(line.replace(/^"/, '')).toMatch(/^'/);
    expect(lines[6]).toBe('"a,""b"""');
  });

  it('reads the value of a column by getter or field, then its formatter', () => {
    const text = (column: ColDef<{ a: number | null }>, a: number | null = 3) => cellText(column, { a });
    expect(text({ field: 'a' })).toBe('3');
    expect(text({ valueGetter: ({ data }) => (data?.a ?? 0) * 2 })).toBe('6');
    expect(text({ field: 'a', valueFormatter: ({ value }) => `${value} s` })).toBe('3 s');
    expect(text({ field: 'a' }, null)).toBe('');
  });
});

describe('level meter', () => {
  const names = ['root', 'track', 'fill', 'clip', 'peak', 'tick', 'number', 'silent'];
  const classes = Object.fromEntries(names.map((name) => [name, name])) as unknown as LevelClasses;
  const part = (element: HTMLElement, name: string) => element.querySelector(`.${name}`) as HTMLElement;

  it('runs from -60 to 0 dBFS', () => {
    expect([meterShare(-60), meterShare(-30), meterShare(0), meterShare(-80), meterShare(3)]).toEqual([
      0, 0.5, 1, 0, 1,
    ]);
    expect([levelText(-18.4), levelText(-0.2), levelText(null), levelText(-200)]).toEqual([
      '−18',
      '0',
      '−∞',
      '−∞',
    ]);
  });

  it('the line stays 2 s at the peak, and is reset for another loudspeaker', () => {
    let at = 0;
    const meter = createLevelMeter(classes, () => at);
    const paint = (peak: number, key = 1) => meter.paint({ level: -30, peak, silent: false, key });
    const line = () => part(meter.element, 'peak').style.left;
    paint(-6);
    expect(line()).toBe('90%');
    at = 1900;
    paint(-30);
    expect(line()).toBe('90%');
    at = 2100;
    paint(-30);
    expect(line()).toBe('50%');
    paint(-6);
    paint(-48, 2);
    expect(line()).toBe('20%');
  });

  it('the last 4 dB are amber; an unexpected silence is an empty frame', () => {
    const meter = createLevelMeter(classes, () => 0);
    meter.paint({ level: -1, peak: -1, silent: false, key: 1 });
    expect(Number.parseFloat(part(meter.element, 'clip').style.width)).toBeCloseTo(5);
    meter.paint({ level: null, peak: null, silent: true, key: 1 });
    expect(meter.element.querySelector('.silent')).not.toBeNull();
    expect(part(meter.element, 'fill').style.transform).toBe('scaleX(0)');
  });
});

describe('tree of zones', () => {
  const zone = (id: number, parent_id: number | null, name: string): Zone => ({
    id,
    parent_id,
    name,
    online: 0,
    offline: 0,
    behind_relay: 0,
  });
  const zones = [zone(1, null, 'Site'), zone(3, 1, 'Block 10'), zone(2, 1, 'Block 2'), zone(4, 3, 'Room')];

  it('sorts numbers by value and expands open zones', () => {
    const rows = visibleNodes(zones, new Set([1]), '');
    expect(rows.map((row) => [row.zone.name, row.level, row.position, row.size])).toEqual([
      ['Site', 1, 1, 1],
      ['Block 2', 2, 1, 2],
      ['Block 10', 2, 2, 2],
    ]);
  });

  it('a filter shows matches with all ancestors, expanded', () => {
    expect(visibleNodes(zones, new Set(), 'room').map((row) => row.zone.id)).toEqual([1, 3, 4]);
    expect(visibleNodes(zones, new Set(), 'nothing')).toEqual([]);
  });

  it('a zone whose parent is not visible is a root; cycles end', () => {
    expect(visibleNodes([zone(4, 3, 'Room')], new Set(), '').map((row) => row.level)).toEqual([1]);
    expect([...subtree(zones, 3)]).toEqual([3, 4]);
    expect(ancestors([zone(1, 2, 'a'), zone(2, 1, 'b')], 1)).toEqual([2, 1]);
  });
});

describe('preferences', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reads once, writes after a pause in the changes, and survives a failing server', async () => {
    const puts: unknown[] = [];
    let gets = 0;
    const preferences = createPreferences({
      get: async () => {
        gets += 1;
        throw new Error('away');
      },
      put: async (_path: string, body: unknown) => {
        puts.push(body);
        return null as never;
      },
    } as never);
    expect(await preferences.read('grid.a')).toBeNull();
    await preferences.read('grid.a');
    expect(gets).toBe(1);
    preferences.write('grid.a', [1]);
    preferences.write('grid.a', [2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(puts).toEqual([{ value: [2] }]);
    expect(await preferences.read('grid.a')).toEqual([2]);
  });

  it('give a screen its default layout while the server does not answer, and the stored one later', async () => {
    const answer = Promise.withResolvers<unknown>();
    const preferences = createPreferences({ get: () => answer.promise } as never);
    const first = preferences.read('grid.a');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await first).toBeNull();
    answer.resolve([1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await preferences.read('grid.a')).toEqual([1]);
  });
});

it('a time of today is short, any other has the date', () => {
  const now = Date.UTC(2026, 2, 12, 6, 32, 7);
  expect(recentTime(now / 1000 - 60, now, 'none', 'Asia/Shanghai')).toBe('14:31:07');
  expect(recentTime(now / 1000 - 86_400, now, 'none', 'Asia/Shanghai')).toBe('2026-03-11 14:32:07');
  expect(recentTime(null, now, 'none', 'Asia/Shanghai')).toBe('none');
});
