import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/error.ts';
import { settled } from '../support/fakeBrowser.ts';
import { loggedIn, loginValue, session, user } from './sessionHarness.ts';

describe('start of a session', () => {
  test.each(['', 'TOKEN=null', 'TOKEN=undefined', 'TOKEN=', 'OTHER=x'])(
    'cookie "%s" is no token: logged out',
    (cookie) => {
      expect(session({ cookie, stored: { loginUser: JSON.stringify(user) } }).is('loggedOut')).toBe(true);
    },
  );

  test('with token and stored user it is logged in at once, and reads the profile again', async () => {
    const { actor, is, server, storage } = loggedIn();
    expect(is('loggedIn')).toBe(true);
    expect(actor.getSnapshot().context.user).toEqual(user);
    server.profile.resolve({ ...user, permissions: ['list_file'] });
    await settled();
    expect(actor.getSnapshot().context.user?.permissions).toEqual(['list_file']);
    expect(JSON.parse(storage.data.loginUser!).permissions).toEqual(['list_file']);
  });

  test('a token without the user (a new tab) waits for the profile', async () => {
    const known = session({ cookie: 'TOKEN=old' });
    expect(known.is('restoring')).toBe(true);
    known.server.profile.resolve(user);
    await settled();
    expect(known.is('loggedIn')).toBe(true);
    expect(known.actor.getSnapshot().context.user).toEqual(user);

    const unknown = session({ cookie: 'TOKEN=old' });
    unknown.server.profile.reject(new ApiError({ code: 998, message: '' }));
    await settled();
    expect(unknown.is('loggedOut')).toBe(true);
    expect(unknown.seen.notices).toMatchObject([{ key: 'auth.loginFailed' }]);
    expect(unknown.store.token()).toBeNull();
  });

  test('a new tab without a connection keeps the token and shows the reason of the missing login', async () => {
    const { actor, is, server, store } = session({ cookie: 'TOKEN=old' });
    server.profile.reject(new ApiError({ code: 0, message: '', network: true }));
    await settled();
    expect(is('loggedOut')).toBe(true);
    expect(store.token()).toBe('old');
    expect(actor.getSnapshot().context.error?.network).toBe(true);
  });

  test('a damaged stored user counts as none', () => {
    for (const loginUser of ['{', '{"id":1}', 'null'])
      expect(session({ cookie: 'TOKEN=old', stored: { loginUser } }).is('restoring')).toBe(true);
  });
});

describe('login', () => {
  test('stores token, user and role, and goes on to the shell', async () => {
    const { actor, is, server, seen, cookies, storage } = session({ isSecure: true });
    actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
    expect(is('loggingIn')).toBe(true);
    server.login.resolve(loginValue);
    await settled();
    expect(is('loggedIn')).toBe(true);
    expect(seen.logins).toEqual([{ username: 'anna', password: 'p' }]);
    expect(cookies.written).toEqual(['TOKEN=new; Path=/; SameSite=Strict; Secure']);
    expect(JSON.parse(storage.data.loginUser!)).toEqual(user);
    expect(storage.data.loginUser).not.toContain('new');
    expect(storage.data.own_role).toBe('operator');
    expect(seen.paths).toEqual(['/index.html']);
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('"password"');
  });

  test('on plain HTTP the cookie is not marked secure, since the browser would drop it', async () => {
    const { actor, server, cookies } = session();
    actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
    server.login.resolve(loginValue);
    await settled();
    expect(cookies.written).toEqual(['TOKEN=new; Path=/; SameSite=Strict']);
  });

  test('a refused login stays on the page and keeps the reason', async () => {
    const { actor, is, server, seen } = session();
    actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
    const error = new ApiError({ code: 999, message: 'Wrong login information' });
    server.login.reject(error);
    await settled();
    expect(is('loggedOut')).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ error, credentials: null });
    expect(seen.paths).toEqual([]);
    expect(seen.notices).toEqual([]);
  });

  test('a user sent away from a path reaches it after the login', async () => {
    const { actor, server, seen } = session();
    actor.send({ type: 'session.turnedAway', path: '/menu_task_status?zone=3' });
    actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
    server.login.resolve(loginValue);
    await settled();
    expect(seen.paths).toEqual(['/menu_task_status?zone=3']);
  });
});

describe('login by address', () => {
  const credentials = { username: 'anna', password: 'p' };

  test('logs in without showing the login page, and continues where the address says', async () => {
    const { is, server, seen } = session({ credentials, path: '/menu_task_status' });
    expect(is('loggingIn')).toBe(true);
    server.login.resolve(loginValue);
    await settled();
    expect(seen.paths).toEqual(['/menu_task_status']);
  });

  test.each(['/', '/login'])('from %s continues to the shell', async (path) => {
    const { server, seen } = session({ credentials, path });
    server.login.resolve(loginValue);
    await settled();
    expect(seen.paths).toEqual(['/index.html']);
  });

  test('does nothing while a session exists', async () => {
    const { is, seen, server, actor } = loggedIn({ credentials });
    server.profile.resolve(user);
    await settled();
    expect(is('loggedIn')).toBe(true);
    expect(seen.logins).toEqual([]);
    expect(actor.getSnapshot().context.credentials).toBeNull();
  });

  test('logs in where the session has ended meanwhile', async () => {
    const { is, server, seen } = session({ cookie: 'TOKEN=old', credentials });
    server.profile.reject(new ApiError({ code: 998, message: '' }));
    await settled();
    expect(is('loggingIn')).toBe(true);
    expect(seen.logins).toEqual([credentials]);
  });
});

describe('logout', () => {
  test('ends the login at the server, sets the cookie to null and goes to the root path', async () => {
    const { actor, is, server, cookies, storage, seen, store } = loggedIn();
    actor.send({ type: 'session.turnedAway', path: '/x' });
    actor.send({ type: 'session.logout' });
    expect(server.logouts).toBe(1);
    server.logout.resolve(null);
    await settled();
    expect(is('loggedOut')).toBe(true);
    expect(cookies.written).toEqual(['TOKEN=null; Path=/; SameSite=Strict']);
    expect(store.token()).toBeNull();
    expect(storage.data).toEqual({});
    expect(seen.paths).toEqual(['/']);
  });

  test('does not wait for an unreachable server', async () => {
    const failing = loggedIn();
    failing.actor.send({ type: 'session.logout' });
    failing.server.logout.reject(new ApiError({ code: 0, message: '', network: true }));
    await settled();
    expect(failing.is('loggedOut')).toBe(true);

    const silent = loggedIn();
    silent.actor.send({ type: 'session.logout' });
    silent.clock.increment(2_999);
    expect(silent.is('loggingOut')).toBe(true);
    silent.clock.increment(1);
    expect(silent.is('loggedOut')).toBe(true);
    expect(silent.store.token()).toBeNull();
  });
});

describe('a page chunk that does not load', () => {
  test('the target is remembered, the page reloads once and then goes there', () => {
    const before = loggedIn();
    before.actor.send({ type: 'session.chunkLost', path: '/menu_file_management' });
    expect(before.seen.reloads).toBe(1);
    const { route_path, ...rest } = before.storage.data;
    expect(route_path).toBe('/menu_file_management');

    const after = loggedIn({ stored: { ...rest, route_path: route_path! } });
    expect(after.seen.paths).toEqual(['/menu_file_management']);
    after.actor.send({ type: 'session.chunkLost', path: '/menu_file_management' });
    expect(after.seen.reloads).toBe(0);
    expect(after.seen.notices).toEqual([{ tone: 'error', key: 'common.interfaceFailed' }]);
  });
});

test('the profile is read again when the rights may have changed', async () => {
  const { actor, server } = loggedIn();
  server.profile.reject(new ApiError({ code: 0, message: '', network: true }));
  await settled();
  expect(actor.getSnapshot().matches({ loggedIn: 'fresh' })).toBe(true);
  expect(actor.getSnapshot().context.user).toEqual(user);
  actor.send({ type: 'session.refresh' });
  expect(actor.getSnapshot().matches({ loggedIn: 'refreshing' })).toBe(true);
});
