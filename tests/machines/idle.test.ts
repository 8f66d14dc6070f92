import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/error.ts';
import { settled } from '../support/fakeBrowser.ts';
import { loggedIn, loginValue, session } from './sessionHarness.ts';

const key = 'auth.idleEnded';
const wasIdle = ({ actor }: ReturnType<typeof session>) => actor.getSnapshot().context.wasIdle;

test('the login page shows that a login ended without activity, until the next login', async () => {
  const one = loggedIn();
  one.actor.send({ type: 'session.ended', code: 998, key });
  expect([one.is('loggedOut'), wasIdle(one), one.seen.notices]).toEqual([true, true, []]);
  one.actor.send({ type: 'session.login', credentials: { username: 'anna', password: 'p' } });
  one.server.login.resolve(loginValue);
  await settled();
  expect([one.is('loggedIn'), wasIdle(one)]).toEqual([true, false]);
});

test('so it is where the page hears of it by a call, or after a reload', async () => {
  const error = new ApiError({ code: 998, message: 'said', body: { key } });
  const called = loggedIn();
  called.actor.send({ type: 'session.failed', failure: { error, masked: false, token: 'old' } });
  const reloaded = session({ cookie: 'TOKEN=old' });
  reloaded.server.profile.reject(error);
  await settled();
  for (const one of [called, reloaded])
    expect([one.is('loggedOut'), wasIdle(one), one.seen.notices]).toEqual([true, true, []]);
});

test('an expired login is reported as before', () => {
  const one = loggedIn();
  one.actor.send({ type: 'session.ended', code: 998 });
  expect([wasIdle(one), one.seen.notices.length]).toEqual([false, 1]);
});
