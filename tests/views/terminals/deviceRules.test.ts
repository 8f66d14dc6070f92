import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { deviceForm, type StateReason } from '../../../contract/entities/terminals/device.ts';
import en from '../../../locales/en.json';
import { compareStatus } from '../../../src/views/kit/grid/columns.ts';
import { ageText } from '../../../src/views/shared/terminals/ages.ts';
import { levelOf, lossOf } from '../../../src/views/shared/terminals/deviceColumns.ts';
import { baseFilter, countByState, withState } from '../../../src/views/shared/terminals/deviceFilter.ts';
import { counterKeys, counterOf, statusOf } from '../../../src/views/shared/terminals/deviceStatus.ts';
import { reasonText } from '../../../src/views/shared/terminals/reasonText.ts';
import { summarise } from '../../../src/views/terminals/devices/useDeviceSummary.ts';
import { device } from './rows.ts';

const away: StateReason = { key: 'telephone_away', params: { telephone: 'Exchange' } };

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));
const t = i18next.t.bind(i18next) as typeof i18next.t;

describe('state of a terminal', () => {
  it.each([
    [device(), 'free'],
    [device({ play_status: 1 }), 'paused'],
    [device({ play_status: 2 }), 'playing'],
    [device({ play_status: 3 }), 'manual_stop'],
    [device({ play_status: 4 }), 'manual_playing'],
    [device({ play_status: 2, sound: 'silent' }), 'no_sound'],
    [device({ play_status: 2, sound: 'silent', fault: 'acknowledged' }), 'no_sound_known'],
    [device({ sound: 'locked' }), 'locked'],
    [device({ online: false, play_status: 2 }), 'offline'],
    [device({ online: false, fault: 'acknowledged' }), 'offline_known'],
    [device({ online: false, reason: { key: 'never_seen', params: {} } }), 'expected'],
    [device({ online: false, last_login_time: null, reason: away }), 'offline'],
    [device({ online: false, reason: { key: 'behind_relay', params: { relay: 'North' } } }), 'behind_relay'],
  ])('an abnormal condition takes precedence over what it plays (%#)', (row, status) => {
    expect(statusOf(row)).toBe(status);
  });

  it('abnormal states sort first, unacknowledged before acknowledged ones', () => {
    const sorted = (['free', 'offline_known', 'playing', 'no_sound', 'offline'] as const).toSorted(
      compareStatus,
    );
    expect(sorted).toEqual(['offline', 'no_sound', 'offline_known', 'playing', 'free']);
  });
});

describe('counters and filters', () => {
  const rows = [
    device({ id: 1, org: 1, online: false }),
    device({ id: 2, org: 2, play_status: 4, task_id: 7, tasks: 'Bell', client_version: '1.10' }),
    device({ id: 3, org: 2, sound: 'locked', code: 'PHONE', client_version: '1.9' }),
    device({ id: 4, org: 3, name: 'Gym', role: 2, lost_pct: 3.4, ICCID: '8986' }),
  ];
  const ids = (criteria: Parameters<typeof baseFilter>[0], zones?: ReadonlySet<number>) =>
    rows.filter((row) => baseFilter(criteria, zones)?.(row) ?? true).map(({ id }) => id);

  it('every terminal counts in one counter beside "all"', () => {
    const counts = countByState(rows, undefined);
    expect(counts).toMatchObject({ all: 4, offline: 1, no_sound: 1, manual_playing: 1, free: 1 });
    const others = counterKeys.filter((key) => key !== 'all').reduce((sum, key) => sum + counts[key], 0);
    expect(others).toBe(counts.all);
    for (const row of rows) expect(withState(undefined, counterOf(row))?.(row)).toBe(true);
  });

  it('narrow by zone, words, role, version, task and the rest', () => {
    expect(ids({})).toEqual([1, 2, 3, 4]);
    expect(ids({}, new Set([2, 3]))).toEqual([2, 3, 4]);
    expect(ids({ q: ' phone ' })).toEqual([3]);
    expect(ids({ q: '10.0.0' })).toEqual([1, 2, 3, 4]);
    expect(ids({ role: '2' })).toEqual([4]);
    expect(ids({ version: '1.9' })).toEqual([3]);
    expect(ids({ task: '7' })).toEqual([2]);
    expect(ids({ more: 'loss,sim' })).toEqual([4]);
    expect(ids({ more: 'nonsense' })).toEqual([1, 2, 3, 4]);
  });

  it('a state without a counter narrows nothing', () => {
    expect(withState(undefined, 'nonsense')).toBeUndefined();
    expect(withState(undefined, 'all')).toBeUndefined();
  });

  it('offer the existing values, versions in numeric order', () => {
    const { versions, roles, tasks } = summarise(rows, undefined);
    expect({ versions, roles, tasks }).toEqual({
      versions: ['1.0', '1.9', '1.10'],
      roles: [0, 2],
      tasks: [{ id: 7, name: 'Bell' }],
    });
  });
});

describe('broadcast and reason of a terminal', () => {
  const broadcast = { id: 7, task_type: 1, priority: 70, started_by: 'Wang Min' } as BroadcastLive;
  const context = {
    t,
    timeZone: 'Asia/Shanghai',
    broadcast: (id: number) => (id === 7 ? broadcast : undefined),
  };
  const reason = (key: StateReason['key'], params: StateReason['params'] = {}, more = {}) =>
    reasonText(device({ reason: { key, params }, ...more }), context);

  it('names the task with its claim, and the one it pre-empts', () => {
    const playing = { task_id: 7, tasks: 'Bell', play_status: 4 };
    expect(reason('playing', { task: 'Bell' }, playing)).toEqual({
      main: 'Bell',
      detail: 'Real-time 70, Wang Min',
    });
    expect(reason('preempting', { task: 'Bell', over: 'Music' }, playing)).toEqual({
      main: 'Bell',
      detail: 'Real-time 70, Wang Min; pre-empts Music',
    });
    expect(reason('playing', { task: 'Bell' }, { task_id: 8, tasks: 'Bell' })).toEqual({
      main: 'Bell',
      detail: '',
    });
  });

  it("shows the start in the site's time zone", () => {
    expect(reason('offline', { since: 1_700_000_000 }).detail).toBe('No heartbeat since 06:13:20');
    expect(reason('offline', {}).detail).toBe('No heartbeat');
  });

  it.each([
    'free',
    'playing',
    'paused',
    'stopped',
    'preempting',
    'preempted',
    'waiting',
    'offline',
    'lost_while_playing',
    'locked',
    'unsynced',
    'silent',
    'never_seen',
  ] as const)('%s always has a text', (key) => {
    const { main, detail } = reason(key, { task: 'Bell', over: 'Music', by: 'Alarm', level: -90 });
    expect(`${main}${detail}`).not.toBe('');
    expect(`${main}${detail}`).not.toMatch(/reason\.|\{\{|undefined/);
  });
});

describe('level, loss and age', () => {
  it('the meter is empty unless the terminal sounds, and amber when it should', () => {
    expect(levelOf(device())).toBeNull();
    expect(levelOf(device({ online: false, level_db: -20 }))).toBeNull();
    expect(levelOf(device({ level_db: -20, peak_db: -12 }))).toMatchObject({ level: -20, silent: false });
    expect(levelOf(device({ sound: 'silent' }))).toMatchObject({ level: null, silent: true });
  });

  it('loss is abnormal from one percent on', () => {
    expect(lossOf(device())).toEqual({ main: '', detail: '0' });
    expect(lossOf(device({ lost_pct: 0.1 }))).toEqual({ main: '', detail: '0.1 %' });
    expect(lossOf(device({ lost_pct: 3.44 }))).toEqual({ main: '', detail: '3.4 %' });
    expect(lossOf(device({ lost_pct: 3.44, lossy: true }))).toEqual({
      main: '3.4 %',
      detail: '',
      fault: true,
    });
    expect(lossOf(device({ lost_pct: null }))).toEqual({ main: '', detail: '—' });
    expect(lossOf(device({ online: false, lost_pct: 3 }))).toEqual({ main: '', detail: '—' });
  });

  it.each([
    [-5, '0.0 s'],
    [400, '0.4 s'],
    [9_999, '10.0 s'],
    [59_999, '59 s'],
    [807_000, '13 m 27 s'],
    [5_460_000, '1 h 31 m'],
    [100 * 3_600_000, '4 d 4 h'],
  ])('an age of %i ms is formatted as %s', (ms, text) => {
    expect(ageText(ms, t)).toBe(text);
  });
});

describe('custom device name', () => {
  const faults = (values: object) =>
    deviceForm.safeParse(values).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  it('is not empty and differs from the name; an empty value removes the alias', () => {
    expect(faults({ name: 'Hall', dev_name2: 'Hall' })).toEqual(['dev_name2 rules.deviceName']);
    expect(faults({ name: 'Hall', dev_name2: 'Studio' })).toBeUndefined();
    expect(faults({ name: 'Hall', dev_name2: '' })).toBeUndefined();
  });
});
