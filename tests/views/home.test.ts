import { describe, expect, it } from 'vitest';
import { createSiteClock } from '../../src/views/app/siteClock.ts';
import type { Zone } from '../../src/views/kit/tree/zones.ts';
import { browserName } from '../../src/views/shared/accounts/browserName.ts';
import { shortDate } from '../../src/views/shared/frame/Clock.tsx';
import { secureAddress } from '../../src/views/shared/frame/OriginNotice.tsx';
import { countByZone, countByZones, lossByZone } from '../../src/views/shared/zones/zoneCounts.ts';
import { matches } from '../../src/views/shell/palette/screenMatch.ts';

describe('terminals by state and zone', () => {
  const zone = (id: number, parent_id: number | null): Zone => ({
    id,
    parent_id,
    name: `Z${id}`,
    online: 0,
    offline: 0,
    behind_relay: 0,
  });
  const device = (org: number | null, play_status: 0 | 1 | 2 | 3 | 4, more = {}) => ({
    org,
    play_status,
    online: true,
    sound: 'none' as const,
    fault: 'none' as const,
    last_login_time: 1,
    reason: { key: 'free', params: {} } as const,
    ...more,
  });

  it('compares the children of a single root, and counts each terminal once, in its subtree', () => {
    const zones = [zone(1, null), zone(2, 1), zone(3, 1), zone(4, 2)];
    const counts = countByZone(zones, [
      device(4, 2),
      device(2, 4),
      device(2, 1),
      device(3, 0),
      device(3, 3),
      device(4, 2, { online: false }),
      device(4, 2, { sound: 'silent' }),
      device(3, 0, { sound: 'locked' }),
      device(3, 0, { online: false, reason: { key: 'behind_relay', params: { relay: 'R' } } }),
      device(1, 2),
      device(null, 2),
    ]);
    expect(counts).toEqual([
      { id: 2, name: 'Z2', playing: 2, paused: 1, free: 0, unknown: 0, abnormal: 2, behind_relay: 0 },
      { id: 3, name: 'Z3', playing: 0, paused: 0, free: 2, unknown: 0, abnormal: 1, behind_relay: 1 },
    ]);
  });

  it('compares the roots when there are several, or one without children', () => {
    expect(
      countByZone([zone(1, null), zone(2, null), zone(3, 2)], [device(3, 2)]).map((one) => one.playing),
    ).toEqual([0, 1]);
    expect(countByZone([zone(1, null)], []).map((one) => one.id)).toEqual([1]);
  });
});

describe('child zones and packet loss', () => {
  const zone = (id: number, parent_id: number | null): Zone => ({
    id,
    parent_id,
    name: `Z${id}`,
    online: 0,
    offline: 0,
    behind_relay: 0,
  });
  const device = (org: number, lost_pct: number, more = {}) => ({
    org,
    lost_pct,
    lossy: lost_pct >= 1,
    online: true,
    sound: 'ok' as const,
    play_status: 2 as const,
    buffer_ms: 900,
    ...{ fault: 'none' as const, last_login_time: 1, reason: { key: 'playing', params: {} } as const },
    ...more,
  });
  const zones = [zone(1, null), zone(2, 1), zone(3, 1), zone(4, 2), zone(5, 4)];

  it('each zone has the counts of its children', () => {
    const [first, second] = countByZones(zones, [device(5, 0), device(2, 0)]);
    expect(first).toMatchObject({ id: 2, playing: 2, below: [{ id: 4, playing: 1 }] });
    expect(second).toMatchObject({ id: 3, playing: 0, below: [] });
  });

  it('counts playing terminals by loss, with the mean and the smallest buffer', () => {
    const rows = lossByZone(zones, [
      device(4, 0),
      device(2, 0.2),
      device(2, 0.5, { buffer_ms: 400 }),
      device(5, 1.3, { buffer_ms: null }),
      device(5, 50, { online: false }),
      device(5, 50, { play_status: 0 }),
    ]);
    expect(rows[0]).toEqual({
      ...{ id: 2, name: 'Z2', none: 1, little: 1, some: 1, much: 1 },
      mean: 0.5,
      buffer: 400,
    });
    expect(rows[1]).toMatchObject({ id: 3, mean: null, buffer: null });
  });
});

describe('site clock', () => {
  it("is the server's, corrected by the middle of the round trip", async () => {
    let now = 1_000;
    const clock = createSiteClock(
      {
        get: async () => {
          now += 200;
          return { at: 51_100, time_zone: 'Asia/Seoul' } as never;
        },
      } as never,
      () => now,
    );
    expect(await clock.refresh()).toBe(true);
    expect(clock.now()).toBe(51_200);
    expect(clock.timeZone()).toBe('Asia/Seoul');
  });

  it('reports an unreachable server and keeps the known time', async () => {
    const clock = createSiteClock({ get: () => Promise.reject(new Error('away')) } as never, () => 7);
    expect(await clock.refresh()).toBe(false);
    expect(clock.now()).toBe(7);
  });

  it('the day is formatted in each language', () => {
    const at = Date.UTC(2026, 2, 12, 6, 32);
    const day = (language: 'cn' | 'en' | 'kr') => shortDate(at, 'Asia/Shanghai', language);
    expect([day('cn'), day('en'), day('kr')]).toEqual(['3月12日 周四', 'Thu 12 Mar', '3월 12일 목']);
    expect(shortDate(Date.UTC(2026, 2, 11, 20), 'Asia/Shanghai', 'en')).toBe('Thu 12 Mar');
  });
});

it('the secure address keeps host, path and query', () => {
  const at = (hostname: string) => ({ hostname, pathname: '/menu_plan', search: '?q=1' });
  expect(secureAddress(at('hall.example'), 8443)).toBe('https://hall.example:8443/menu_plan?q=1');
  expect(secureAddress(at('::1'), 443)).toBe('https://[::1]/menu_plan?q=1');
});

it('the palette finds every word in any order', () => {
  expect(matches('Music files Media menu_file_management', 'med mus')).toBe(true);
  expect(matches('Music files', 'music plans')).toBe(false);
  expect(matches('音乐文件', '音乐')).toBe(true);
});

it('a login is named by browser and system', () => {
  expect(browserName('Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36')).toBe('Chrome, Windows');
  expect(browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0')).toBe('Firefox, Linux');
  expect(browserName('curl/8.0')).toBeNull();
});
