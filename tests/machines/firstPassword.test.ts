import { describe, expect, test } from 'vitest';
import { settled } from '../support/fakeBrowser.ts';
import { loggedIn, loginValue, session, user } from './sessionHarness.ts';

describe('a password that has to be changed first', () => {
  const first = { ...loginValue, must_change_password: true };

  test('must be changed first; the login then continues to its target', async () => {
    const { actor, is, server, seen, store } = session();
    actor.send({ type: 'session.turnedAway', path: '/menu_task?x=1' });
    actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
    server.login.resolve(first);
    await settled();
    expect(is('choosingPassword')).toBe(true);
    expect(store.token()).toBe('new');
    actor.send({ type: 'session.passwordChosen' });
    expect(is('loggedIn')).toBe(true);
    expect(store.user()?.must_change_password).toBe(false);
    expect(seen.paths.at(-1)).toBe('/menu_task?x=1');
  });

  test('is asked for again after a reload, and its login can be ended', async () => {
    const stored = { loginUser: JSON.stringify({ ...user, must_change_password: true }) };
    const reloaded = session({ cookie: 'TOKEN=old', stored });
    expect(reloaded.is('choosingPassword')).toBe(true);
    const newTab = session({ cookie: 'TOKEN=old' });
    newTab.server.profile.resolve({ ...user, must_change_password: true });
    await settled();
    expect(newTab.is('choosingPassword')).toBe(true);
    newTab.actor.send({ type: 'session.logout' });
    newTab.server.logout.resolve(null);
    await settled();
    expect(newTab.is('loggedOut')).toBe(true);
    reloaded.fail(401);
    expect(reloaded.is('loggedOut')).toBe(true);
  });

  test('is asked for over the view that stays while an alarm runs', async () => {
    const { actor, is, server, seen } = loggedIn({ isAlarm: true });
    actor.send({ type: 'session.ended', code: 401 });
    actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
    server.login.resolve(first);
    await settled();
    expect(actor.getSnapshot().matches({ loggedIn: { renewing: 'choosingPassword' } })).toBe(true);
    actor.send({ type: 'session.passwordChosen' });
    expect(actor.getSnapshot().matches({ loggedIn: 'fresh' })).toBe(true);
    expect(is('loggedIn')).toBe(true);
    expect(seen.paths).toEqual([]);
  });
});
