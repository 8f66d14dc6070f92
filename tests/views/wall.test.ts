import { describe, expect, test } from 'vitest';
import { taskType } from '../../contract/codes.ts';
import { draw } from '../../src/views/wall/isometric.ts';
import { alarmPage, pageAfter } from '../../src/views/wall/pageOrder.ts';
import { silentNames } from '../../src/views/wall/useSilentNames.ts';
import { most, type WallBlock, wallOf } from '../../src/views/wall/wallModel.ts';

const zone = (id: number, name: string, parent_id: number | null = null) => ({
  ...{ id, name, parent_id, online: 0, offline: 0, behind_relay: 0, expected: 0 },
});
type AlarmFacts = NonNullable<Parameters<typeof wallOf>[4]>[number];
type Device = Parameters<typeof wallOf>[1][number];
const device = (org: number | null, more: Partial<Device> = {}): Device => ({
  ...{ org, state: 'free', play_status: 0, task_id: null },
  ...more,
});
const playing = (org: number, task_id: number) => device(org, { state: 'playing', play_status: 2, task_id });
const many = (n: number, one: Device) => Array.from({ length: n }, () => one);

/**
 * A district of two schools: one with two buildings, of which one has two floors; the other without further
 * zones.
 */
const district = [
  zone(1, 'District'),
  zone(2, 'S01', 1),
  zone(3, 'S02', 1),
  zone(10, 'Block A', 2),
  zone(11, 'Canteen', 2),
  zone(20, '1F', 10),
  zone(21, '2F', 10),
];

describe('model of the wall', () => {
  test('a site with plans has a page for each, that of the whole first; an alarm turns to its page', () => {
    const plan = (id: number, org: number, floor: number, terminal: number) => ({
      ...{
        id,
        org,
        floor,
        name: `P${id}`,
        picture: 'hash',
        width: 2,
        height: 1,
        areas: [],
        rev: 1,
        created_at: 0,
      },
      marks: [{ kind: 'terminal' as const, id: terminal, x: 0.5, y: 0.5 }],
    });
    const plans = [
      plan(1, 10, 1, 71),
      plan(2, 10, 0, 70),
      plan(3, 2, 0, 72),
      { ...plan(4, 2, 1, 72), picture: null },
    ];
    const devices = [
      { ...device(20), id: 70 },
      { ...playing(21, 5), id: 71 },
      { ...device(11), id: 72 },
      device(3),
    ];
    const wall = wallOf(district, devices, [{ id: 5, task_type: taskType.alarm }], plans);
    expect(wall.pages.map(({ site, part, parts, plan }) => [site.id, part, parts, plan?.id ?? null])).toEqual(
      [
        [2, 1, 3, 3],
        [2, 2, 3, 2],
        [2, 3, 3, 1],
        [3, 1, 1, null],
      ],
    );
    expect(alarmPage(wall)).toBe(2);
    expect(wall.pages[2]).toMatchObject({ placed: 1, inAlarm: 1 });
  });

  test('pages turn in their order, in an alarm among those on which it sounds', () => {
    const onAir = [{ id: 8, task_type: taskType.alarm }];
    const peace = wallOf(district, [device(20), device(3)], onAir);
    expect([pageAfter(peace, 0), pageAfter(peace, 1)]).toEqual([1, 0]);
    const one = wallOf(district, [device(20), playing(3, 8)], onAir);
    expect([pageAfter(one, 0), pageAfter(one, 1)]).toEqual([1, 1]);
    const both = wallOf(district, [playing(20, 8), playing(3, 8)], onAir);
    expect([pageAfter(both, 0), pageAfter(both, 1)]).toEqual([1, 0]);
  });

  test('silent terminals of an alarm are named, unless the zone has more abnormal ones than it misses', () => {
    const at = (org: number, state: Device['state'], name: string) => ({ org, state, name, dev_name2: '' });
    const zoneOf = (org: number, sounding: number) => ({
      ...{ org, targets: 2, sounding, sent: 0, silent: 0, unknown: 0, preempted: 0 },
      ...{ offline: 2 - sounding, behind_relay: 0 },
    });
    const devices = [
      at(20, 'offline', 'Lab'),
      at(20, 'playing', 'Hall'),
      at(21, 'no_sound', 'Stairs'),
      at(21, 'offline', 'Attic'),
    ];
    expect([...silentNames([zoneOf(20, 1), zoneOf(21, 1)], devices)]).toEqual([[20, ['Lab']]]);
    expect(silentNames([zoneOf(21, 0)], devices).get(21)).toEqual(['Attic', 'Stairs']);
  });

  test('sites are the zones that home compares; each counts its descendants', () => {
    const devices = [
      playing(20, 5),
      playing(21, 5),
      device(11),
      device(3, { state: 'offline' }),
      device(3, { state: 'behind_relay' }),
      device(null),
    ];
    const { sites } = wallOf(district, devices, [{ id: 5, task_type: taskType.scheduled }]);
    expect(sites).toEqual([
      { id: 2, name: 'S01', total: 3, playing: 2, abnormal: 0, behind: 0, broadcasts: [1], isAlarm: false },
      { id: 3, name: 'S02', total: 2, playing: 0, abnormal: 1, behind: 1, broadcasts: [], isAlarm: false },
    ]);
  });

  test('a site has buildings with floors; terminals of a building itself are its lowest floor', () => {
    const devices = [device(10), device(20), device(21, { state: 'no_sound', play_status: 2 }), device(11)];
    const { pages } = wallOf(district, devices, []);
    const [first] = pages;
    expect(first?.blocks.map(({ name, floors }) => [name, floors.map((floor) => floor.name)])).toEqual([
      ['Block A', ['', '1F', '2F']],
      ['Canteen', ['']],
    ]);
    expect(first?.blocks[0]?.floors.map(({ dots, silent }) => [dots, silent])).toEqual([
      [['idle'], 0],
      [['idle'], 0],
      [['fault'], 1],
    ]);
  });

  test('with more terminals than places a dot stands for several, with the worst state', () => {
    const devices = [...many(24, device(20)), device(20, { state: 'offline' }), ...many(5, device(21))];
    const [page] = wallOf(district, devices, []).pages;
    expect(page?.share).toBe(3);
    const [lower, upper] = page?.blocks[0]?.floors ?? [];
    expect(lower?.dots).toHaveLength(9);
    expect(lower?.dots.at(-1)).toBe('fault');
    expect(lower?.offline).toBe(1);
    expect(upper?.dots).toHaveLength(2);
  });

  test('further buildings go to further pages, further floors are merged', () => {
    const buildings = Array.from({ length: most.blocks + 1 }, (_, i) => zone(100 + i, `B${i + 1}`, 2));
    const floors = Array.from({ length: 17 }, (_, i) => zone(200 + i, `${i + 1}F`, 100));
    const devices = [...buildings.slice(1), ...floors].map(({ id }) => device(id));
    const { pages } = wallOf([...district, ...buildings, ...floors], devices, []);
    expect(pages.map(({ site, part, parts }) => [site.id, part, parts])).toEqual([
      [2, 1, 2],
      [2, 2, 2],
    ]);
    const high = pages[0]?.blocks.find(({ name }) => name === 'B1');
    expect(high?.floors).toHaveLength(6);
    expect(high?.floors[0]?.name).toBe('1F – 3F');
  });

  test('an alarm is marked among the broadcasts, and selects its page', () => {
    const onAir = [
      { id: 8, task_type: taskType.alarm },
      { id: 5, task_type: taskType.scheduled },
    ];
    const wall = wallOf(district, [playing(20, 5), playing(3, 8)], onAir);
    expect(wall.alarms).toEqual(new Set([1]));
    expect(wall.sites.map(({ isAlarm }) => isAlarm)).toEqual([false, true]);
    expect(alarmPage(wall)).toBe(1);
    expect(alarmPage(wallOf(district, [playing(20, 5)], onAir))).toBeNull();
  });
});

describe('an alarm that sounds nowhere', () => {
  const unheard = (org: number | null, more: Partial<AlarmFacts> = {}): AlarmFacts => ({
    ...{ drill: 'none', state: 'alarming', org: [3], sounding: 0, zones: [{ org }] },
    ...more,
  });
  const offline = (org: number) => device(org, { state: 'offline' });
  const pageOf = (alarm: AlarmFacts, plans: Parameters<typeof wallOf>[3] = []) => {
    const wall = wallOf(district, [offline(20), offline(3)], [], plans, [alarm]);
    const page = alarmPage(wall);
    return page === null ? null : wall.pages[page]?.site.id;
  };

  test('turns to the page of its targets, and without targets to that of its origin', () => {
    expect(pageOf(unheard(20))).toBe(2);
    expect(pageOf(unheard(3))).toBe(3);
    expect(pageOf(unheard(null, { zones: [] }))).toBe(3);
  });

  test('turns to the site of its targets where no plan has them', () => {
    const area = { width: 2, height: 1, areas: [], marks: [], rev: 1, created_at: 0, picture: 'hash' };
    expect(pageOf(unheard(20), [{ ...area, id: 1, org: 11, floor: 0, name: 'Canteen' }])).toBe(2);
  });

  test('turns nothing in a drill, or once it is over', () => {
    expect(pageOf(unheard(20, { drill: 'silent' }))).toBeNull();
    expect(pageOf(unheard(20, { state: 'reset' }))).toBeNull();
  });
});

describe('the picture', () => {
  const block = (
    id: number,
    storeys: number,
    dots: WallBlock['floors'][number]['dots'] = ['idle'],
  ): WallBlock => ({
    ...{ id, name: `B${id}`, broadcasts: [] },
    floors: Array.from({ length: storeys }, (_, i) => ({
      ...{ id: id * 10 + i, name: `${i + 1}F`, dots, silent: 0 },
      offline: dots.filter((dot) => dot === 'fault').length,
    })),
  });

  test('the highest buildings are behind: none drawn later is higher', () => {
    const storeys = draw([block(1, 1), block(2, 5), block(3, 3), block(4, 2)]).blocks.map(
      (one) => one.floors.length,
    );
    expect(storeys).toEqual([5, 3, 2, 1]);
  });

  test('everything lies within its view', () => {
    const { view, blocks, ground, callouts } = draw(
      Array.from({ length: most.blocks }, (_, i) => block(i + 1, (i % 8) + 1, ['fault', 'idle'])),
    );
    const all = [
      ...ground,
      ...blocks.flatMap(({ floors }) => floors.flatMap((one) => [...one.top, ...one.dots])),
    ];
    for (const { x, y } of [...all, ...callouts.flatMap(({ at, line }) => [at, ...line])]) {
      expect(x).toBeGreaterThanOrEqual(view.x);
      expect(x).toBeLessThanOrEqual(view.x + view.width + 1e-6);
      expect(y).toBeGreaterThanOrEqual(view.y);
      expect(y).toBeLessThanOrEqual(view.y + view.height + 1e-6);
    }
  });

  test('buildings with most new faults have texts; a single floor is named', () => {
    const one = block(1, 3);
    one.floors[1] = { id: 11, name: '2F', dots: ['fault'], offline: 1, silent: 0 };
    const { callouts } = draw([one, block(2, 2, ['fault', 'fault']), block(3, 1)]);
    expect(
      new Map(callouts.map((words) => [words.block.id, [words.floor?.name ?? null, words.offline]])),
    ).toEqual(
      new Map([
        [1, ['2F', 1]],
        [2, [null, 4]],
      ]),
    );
  });
});
