import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/error.ts';
import { settled } from '../support/fakeBrowser.ts';
import { loggedIn, loginValue, session, user } from './sessionHarness.ts';

describe('failed calls', () => {
  test('401 logs out without a message', () => {
    const { is, fail, seen, store } = loggedIn();
    fail(401);
    expect(is('loggedOut')).toBe(true);
    expect(store.token()).toBeNull();
    expect(seen).toMatchObject({ notices: [], paths: ['/'] });
  });

  test('998 logs out with the login-failed text', () => {
    const { is, fail, seen } = loggedIn();
    fail(998);
    expect(is('loggedOut')).toBe(true);
    expect(seen).toMatchObject({
      notices: [{ tone: 'error', key: 'auth.loginFailed', code: 998 }],
      paths: ['/'],
    });
  });

  test.each([403, 999, 500, 404, 1])('%i shows the message of the server and stays', (code) => {
    const { is, fail, seen, store } = loggedIn();
    fail(code, { masked: true });
    expect(is('loggedIn')).toBe(true);
    expect(store.token()).toBe('old');
    expect(seen).toMatchObject({ notices: [{ tone: 'error', text: `said ${code}`, code }], paths: [] });
  });

  test('a 403 reads the profile again: menu and buttons follow the rights', async () => {
    const { actor, fail, server } = loggedIn();
    server.profile.resolve(user);
    await settled();
    expect(actor.getSnapshot().matches({ loggedIn: 'fresh' })).toBe(true);
    fail(403);
    expect(actor.getSnapshot().matches({ loggedIn: 'refreshing' })).toBe(true);
  });

  test('a network failure under a loading mask shows the text, logs out and goes to the root path', () => {
    const { is, fail, seen } = loggedIn();
    fail(0, { network: true, masked: true });
    expect(is('loggedOut')).toBe(true);
    expect(seen).toMatchObject({
      notices: [{ tone: 'error', key: 'common.connectionFailed' }],
      paths: ['/'],
    });
  });

  test('a network failure without a mask shows the text and keeps the login', () => {
    const { is, fail, seen, store } = loggedIn();
    fail(0, { network: true });
    expect(is('loggedIn')).toBe(true);
    expect(store.token()).toBe('old');
    expect(seen).toMatchObject({ notices: [{ tone: 'error', key: 'common.connectionFailed' }], paths: [] });
  });

  test('a network failure under a loading mask does not interrupt a person who speaks', () => {
    const { is, fail, seen } = loggedIn({ isSpeaking: true });
    fail(0, { network: true, masked: true });
    expect(is('loggedIn')).toBe(true);
    expect(seen).toMatchObject({ notices: [{ key: 'common.connectionFailed' }], paths: [] });
  });

  test('a late response to a call of an earlier login neither ends the present one nor shows a message', () => {
    const { is, fail, seen } = loggedIn();
    fail(401, { token: 'older' });
    fail(0, { network: true, masked: true, token: 'older' });
    expect(is('loggedIn')).toBe(true);
    expect(seen.notices).toEqual([]);
  });

  test('after the first of many failures the others show nothing', () => {
    const { fail, seen } = loggedIn();
    for (let i = 0; i < 5; i++) fail(998, { token: 'old' });
    expect(seen.notices).toHaveLength(1);
    expect(seen.paths).toEqual(['/']);
  });

  test('on the login page a failed call still shows its message', () => {
    const { fail, seen } = session();
    fail(500);
    fail(401);
    expect(seen.notices).toEqual([{ tone: 'error', text: 'said 500', code: 500 }]);
  });

  test('the live socket ends a login like the code of a response', () => {
    const expired = loggedIn();
    expired.actor.send({ type: 'session.ended', code: 998 });
    expect(expired.is('loggedOut')).toBe(true);
    expect(expired.seen.notices).toMatchObject([{ key: 'auth.loginFailed' }]);
    const ended = loggedIn();
    ended.actor.send({ type: 'session.ended', code: 401 });
    expect(ended.is('loggedOut')).toBe(true);
    expect(ended.seen.notices).toEqual([]);
  });
});

describe('a login that expires during an alarm', () => {
  const credentials = { username: 'berta', password: 'p' };

  test.each(['code', 'socket'])(
    'reported by %s: the view stays, and a new login continues in place',
    async (by) => {
      const { actor, fail, is, seen, server, store } = loggedIn({ isAlarm: true });
      if (by === 'code') fail(401);
      else actor.send({ type: 'session.ended', code: 998 });
      expect(actor.getSnapshot().matches({ loggedIn: { renewing: 'idle' } })).toBe(true);
      expect(is('loggedIn')).toBe(true);
      fail(401);
      actor.send({ type: 'session.ended', code: 401 });
      expect(seen).toMatchObject({ paths: [], notices: [] });
      actor.send({ type: 'session.login', credentials });
      server.login.resolve({ ...loginValue, code: 'berta' });
      await settled();
      expect(actor.getSnapshot().matches({ loggedIn: 'fresh' })).toBe(true);
      expect(store.token()).toBe('new');
      expect(actor.getSnapshot().context.user?.code).toBe('berta');
      expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('"password"');
      expect(seen.paths).toEqual([]);
    },
  );

  test('a refused password is shown there, and logging out is still possible', async () => {
    const { actor, fail, is, server } = loggedIn({ isAlarm: true });
    fail(998);
    actor.send({ type: 'session.login', credentials });
    server.login.reject(new ApiError({ code: 999, message: 'Wrong login information' }));
    await settled();
    expect(actor.getSnapshot().matches({ loggedIn: { renewing: 'idle' } })).toBe(true);
    expect(actor.getSnapshot().context.error?.message).toBe('Wrong login information');
    actor.send({ type: 'session.logout' });
    expect(is('loggingOut')).toBe(true);
  });

  test('a network failure does not leave the view either', () => {
    const { fail, is, seen } = loggedIn({ isAlarm: true });
    fail(0, { network: true, masked: true });
    expect(is('loggedIn')).toBe(true);
    expect(seen.notices).toMatchObject([{ key: 'common.connectionFailed' }]);
  });
});
