import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { partitionEntity } from '../../contract/entities/site/partition.ts';
import { createApp } from '../../src/app.ts';
import type { Notice } from '../../src/machines/notice.ts';
import type { ConnectionStatus } from '../../src/streams/connection.ts';
import { fakeCookies, fakeStorage, settled } from '../support/fakeBrowser.ts';
import { type FakeAnswer, type FakeCall, failed, fakeServer, ok } from '../support/fakeServer.ts';
import { socketMaker } from '../support/fakeSocket.ts';
import { loginValue, user } from './sessionHarness.ts';

function console(
  answer: (call: FakeCall) => FakeAnswer | null,
  start: { url?: string; cookie?: string; stored?: Record<string, string>; lang?: string } = {},
) {
  const url = new URL(start.url ?? '/', 'https://site:8443');
  const server = fakeServer((call) => {
    if (call.path === '/v1/login') return ok(loginValue);
    if (call.path === '/v1/profile') return ok(user);
    if (call.path === '/v1/socket/ticket') return ok({ ticket: 'tick' });
    return answer(call);
  });
  const sockets = socketMaker();
  const time = { now: 0 };
  const addresses: string[] = [];
  const app = createApp({
    location: url,
    history: { state: null, replaceState: (_state, _title, to) => void addresses.push(String(to)) },
    cookies: fakeCookies(start.cookie),
    sessionStorage: fakeStorage(start.stored),
    localStorage: { getItem: (key) => (key === 'lang' ? (start.lang ?? null) : null) },
    languages: [],
    reload: () => {},
    now: () => time.now,
    isOnline: () => true,
    wake$: NEVER,
    adapter: server.adapter,
    createWebSocket: sockets.create,
  });
  const notices: Notice[] = [];
  const paths: string[] = [];
  const statuses: ConnectionStatus[] = [];
  app.notices$.subscribe((notice) => notices.push(notice));
  app.navigations$.subscribe((path) => paths.push(path));
  app.streams.connection$.subscribe((status) => statuses.push(status));
  const stop = app.start();
  return { app, stop, calls: server.calls, sockets: sockets.made, time, addresses, notices, paths, statuses };
}

const old = { cookie: 'TOKEN=old', stored: { loginUser: JSON.stringify(user) } };

describe('the console without its screens', () => {
  test('a login by address removes the query before the call, then connects', async () => {
    const all: string[] = [];
    const it = console(() => ok(), { url: '/menu_task_status?username=a&password=b', lang: 'en' });
    all.push(...it.addresses);
    expect(all).toEqual(['/menu_task_status']);
    await settled();
    await settled();
    expect(it.calls.map((call) => call.path)).toEqual(['/v1/login', '/v1/socket/ticket']);
    expect(it.calls[0]).toMatchObject({ method: 'post', body: { username: 'a', password: 'b' } });
    expect(it.calls[0]!.headers).toMatchObject({ lang: 'en' });
    expect(it.calls[1]!.headers).toMatchObject({ access_token: 'new' });
    expect(it.paths).toEqual(['/menu_task_status']);
    expect(it.sockets[0]!.url).toBe('wss://site:8443/v1/socket?ticket=tick');
    it.sockets[0]!.open();
    expect(it.statuses).toEqual(['idle', 'connecting', 'live']);
    it.stop();
  });

  test.each([
    ['/menu_task_status?org=4&username=a&password=b#now', '/menu_task_status?org=4#now'],
    ['/?username=a&state=offline&password=b', '/index.html?state=offline'],
    ['/login?password=b&username=a&state=offline', '/index.html?state=offline'],
  ])('a login by the address %s keeps the rest of the query', async (url, path) => {
    const it = console(() => ok(), { url });
    await settled();
    await settled();
    expect(it.calls[0]).toMatchObject({ body: { username: 'a', password: 'b' } });
    expect(it.paths).toEqual([path]);
    it.stop();
  });

  test('a guard reads the new state when it is sent to the root path', async () => {
    const it = console(() => failed(401), old);
    const states: boolean[] = [];
    it.app.navigations$.subscribe(() => states.push(it.app.session.getSnapshot().matches('loggedOut')));
    await it.app.api.get('/v1/device').catch(() => {});
    await settled();
    expect(it.paths).toEqual(['/']);
    expect(states).toEqual([true]);
    expect(it.statuses.at(-1)).toBe('idle');
    it.stop();
  });

  test('a lost connection that fails many calls is reported once', async () => {
    const it = console(() => null, old);
    const calls = [1, 2, 3].map(() =>
      it.app
        .crud(partitionEntity)
        .list()
        .catch(() => {}),
    );
    await Promise.all(calls);
    expect(it.notices).toEqual([{ tone: 'error', key: 'common.connectionFailed' }]);
    it.time.now = 1000;
    await it.app.api.get('/v1/device').catch(() => {});
    expect(it.notices).toHaveLength(2);
    it.stop();
  });

  test('a call with the loading mask that loses the network logs out; one without it does not', async () => {
    const it = console(({ path }) => (path === '/v1/file/chimes' ? null : ok()), old);
    await it.app.api.post('/v1/file/chimes', {}).catch(() => {});
    expect(it.app.session.getSnapshot().matches('loggedIn')).toBe(true);
    let failed = 0;
    await it.app.api.call('/v1/file/chimes', {}, { onError: () => failed++ }).catch(() => {});
    await settled();
    expect(failed).toBe(1);
    expect(it.app.session.getSnapshot().matches('loggedOut')).toBe(true);
    expect(it.paths).toEqual(['/']);
    expect(it.notices.length).toBeGreaterThan(0);
    it.stop();
  });

  test('a failed socket does not end the login and shows no message', async () => {
    const it = console(() => ok(), old);
    await settled();
    it.sockets[0]!.open();
    it.sockets[0]!.drop();
    expect(it.statuses.at(-1)).toBe('reconnecting');
    expect(it.app.session.getSnapshot().matches('loggedIn')).toBe(true);
    expect(it.notices).toEqual([]);
    it.stop();
  });

  test('a login that the server ends over the socket ends here', async () => {
    const it = console(() => ok(), old);
    await settled();
    it.sockets[0]!.open();
    it.sockets[0]!.receive({ type: 'ended', code: 998, message: '' });
    await settled();
    expect(it.app.session.getSnapshot().matches('loggedOut')).toBe(true);
    expect(it.paths).toEqual(['/']);
    expect(it.notices).toMatchObject([{ key: 'auth.loginFailed' }]);
    it.stop();
  });
});
