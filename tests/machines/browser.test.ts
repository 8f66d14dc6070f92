import { describe, expect, test } from 'vitest';
import { takeCredentials } from '../../src/machines/address.ts';
import type { Notice } from '../../src/machines/notice.ts';
import { createOperationGate } from '../../src/machines/operations.ts';
import { createRouteMemory } from '../../src/machines/routeMemory.ts';
import { createSessionStore, readToken } from '../../src/machines/sessionStore.ts';
import { fakeCookies, fakeStorage } from '../support/fakeBrowser.ts';
import { user } from './sessionHarness.ts';

function address(url: string) {
  const { pathname, search, hash } = new URL(url, 'http://site');
  const replaced: unknown[][] = [];
  const history = { state: { key: 1 }, replaceState: (...args: unknown[]) => void replaced.push(args) };
  return { bar: { location: { pathname, search, hash }, history }, replaced };
}

describe('credentials in the address', () => {
  test('are removed from the address and the history; the rest stays', () => {
    const { bar, replaced } = address('/menu_task_status?zone=3&username=anna&password=p%26q#top');
    expect(takeCredentials(bar)).toEqual({ username: 'anna', password: 'p&q' });
    expect(replaced).toEqual([[{ key: 1 }, '', '/menu_task_status?zone=3#top']]);
  });

  test('one of the two is no login, but is removed as well', () => {
    for (const query of ['?username=anna', '?password=p']) {
      const { bar, replaced } = address(`/login${query}`);
      expect(takeCredentials(bar)).toBeNull();
      expect(replaced).toEqual([[{ key: 1 }, '', '/login']]);
    }
  });

  test('an address without them is unchanged', () => {
    const { bar, replaced } = address('/login?lang=en');
    expect(takeCredentials(bar)).toBeNull();
    expect(replaced).toEqual([]);
  });
});

describe('token cookie', () => {
  test.each([
    ['TOKEN=abc', 'abc'],
    ['a=1; TOKEN=a%3Db; c=2', 'a=b'],
    ['XTOKEN=abc', null],
    ['TOKEN=null', null],
    ['TOKEN=undefined', null],
    ['TOKEN=%', '%'],
    ['', null],
  ])('%s', (cookies, token) => {
    expect(readToken(cookies)).toBe(token);
  });

  test('a login in another tab does not change the account of this tab', () => {
    const cookies = fakeCookies('TOKEN=mine');
    const store = createSessionStore({ cookies, sessionStorage: fakeStorage(), isSecure: false });
    cookies.write('TOKEN=theirs');
    expect(store.token()).toBe('mine');
  });

  test('the token is stored in the cookie only', () => {
    const storage = fakeStorage();
    const store = createSessionStore({ cookies: fakeCookies(), sessionStorage: storage, isSecure: false });
    store.save('secret', { ...user, token: 'secret' } as never, 'operator');
    expect(JSON.stringify(storage.data)).not.toContain('secret');
    expect(store.user()).toEqual(user);
  });
});

describe('operation gate', () => {
  test('the same operation within 1000 ms is refused with a message; another is allowed', () => {
    let now = 0;
    const notices: Notice[] = [];
    const may = createOperationGate(
      () => now,
      (notice) => notices.push(notice),
    );
    expect(may('stop task 1')).toBe(true);
    expect(may('stop task 2')).toBe(true);
    now = 999;
    expect(may('stop task 1')).toBe(false);
    expect(notices).toEqual([{ tone: 'warning', key: 'common.tooFast' }]);
    now = 1000;
    expect(may('stop task 1')).toBe(true);
  });
});

describe('route memory', () => {
  test('a path is remembered once', () => {
    const routes = createRouteMemory(fakeStorage(), () => {});
    routes.remember('/a');
    expect(routes.take()).toBe('/a');
    expect(routes.take()).toBeNull();
  });

  test('after a page was shown, a lost chunk may reload again', () => {
    let reloads = 0;
    const routes = createRouteMemory(fakeStorage(), () => {
      reloads += 1;
    });
    expect([routes.recover('/a'), routes.recover('/a'), reloads]).toEqual([true, false, 1]);
    routes.arrived();
    expect([routes.recover('/b'), reloads, routes.take()]).toEqual([true, 2, '/b']);
  });
});
