import { expect, test } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import type { ApiError } from '../../src/api/error.ts';
import { type FakeAnswer, failed, fakeServer, ok } from '../support/fakeServer.ts';

/** Answers requests in turn; null: the connection is lost. The last answer is repeated. */
function setup(...answers: (FakeAnswer | null)[]) {
  let now = 0;
  /** Keys of held requests by path, and what the client has told about requests. */
  const held = new Map<string, string>();
  const told: unknown[][] = [];
  const server = fakeServer(() => (answers.length > 1 ? answers.shift() : answers[0]) ?? null);
  const api = createApi({
    token: () => 't',
    language: () => 'en',
    adapter: server.adapter,
    now: () => now,
    async pause(ms, signal) {
      now += ms;
      return signal?.aborted !== true;
    },
    held: () => ({
      keyOf: ({ path }) => held.get(path),
      lost: ({ path }, key, afterMs) => void told.push(['lost', path, key, afterMs]),
      answered: ({ path }, isRepeat) => void told.push(['answered', path, isRepeat]),
    }),
  });
  const keys = () => server.calls.map(({ headers }) => headers['idempotency-key']);
  return {
    api,
    keys,
    answers,
    held,
    told,
    calls: server.calls,
    pass: (ms: number) => {
      now += ms;
    },
  };
}
const rejected = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('it should have been rejected')),
    (error: ApiError) => error,
  );

test('a write has a key of its own; a read, a login, a ticket and an upload have none', async () => {
  const { api, keys } = setup(ok());
  await api.post('/v1/role', { code: 'A' });
  await api.post('/v1/role', { code: 'A' });
  await api.delete('/v1/role/1');
  const [one, two, three] = keys();
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([one, two, three]).size).toBe(3);
  await api.get('/v1/role');
  await api.post('/v1/login', {});
  await api.post('/v1/file/7/ticket', {});
  await api.post('/v1/file/upload?org=1', new FormData());
  expect(keys().slice(3)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a write whose connection was lost, or whose outcome is unknown, is sent again with its key', async () => {
  const { api, keys } = setup(null, failed(996, '', 409), failed(995, '', 409), ok(7));
  expect(await api.post('/v1/role', {})).toBe(7);
  expect(keys()).toHaveLength(4);
  expect(new Set(keys()).size).toBe(1);
});

test('a request that was answered is not sent again', async () => {
  for (const code of [400, 409, 994, 997, 999]) {
    const { api, keys } = setup(failed(code, 'no', 409));
    expect(await rejected(api.post('/v1/role', {}))).toMatchObject({ code, mayBeDone: false });
    expect(keys()).toHaveLength(1);
  }
});

test('repetition ends after four attempts with a true message, and the next press of the same uses the same key', async () => {
  const { api, keys, answers } = setup(null);
  const error = await rejected(api.post('/v1/alarm_plan/1/start', { drill: 'none' }));
  expect(error).toMatchObject({ network: true, mayBeDone: true });
  expect(error.message).toContain('Pressing again does not repeat it');
  expect(keys()).toHaveLength(4);
  answers[0] = ok();
  await api.post('/v1/alarm_plan/1/start', { drill: 'chosen' });
  await api.post('/v1/alarm_plan/1/start', { drill: 'none' });
  await api.post('/v1/alarm_plan/1/start', { drill: 'none' });
  const [first, , , , other, second, third] = keys();
  expect(second).toBe(first);
  expect(new Set([first, other, third]).size).toBe(3);
});

test('an action pressed again late gets a new key; a write that stores something keeps its key for longer', async () => {
  const { api, keys, answers, pass } = setup(null);
  await rejected(api.post('/v1/task/1/next', {}));
  await rejected(api.post('/v1/role', {}));
  answers[0] = ok();
  pass(61_000);
  await api.post('/v1/task/1/next', {});
  await api.post('/v1/role', {});
  const sent = keys();
  expect(sent[8]).not.toBe(sent[0]);
  expect(sent[9]).toBe(sent[4]);
});

test('an aborted request is not sent again, nor one that took too long', async () => {
  const { api, keys, pass } = setup(null);
  const abort = new AbortController();
  abort.abort();
  expect(await rejected(api.post('/v1/role', {}, { signal: abort.signal }))).toMatchObject({ aborted: true });
  const sent = keys().length;
  const slow = setup(failed(996, '', 409));
  const { api: later } = slow;
  const call = rejected(later.post('/v1/role', {}));
  slow.pass(20_000);
  await call;
  expect(slow.keys()).toHaveLength(1);
  expect(sent).toBeLessThanOrEqual(1);
  pass(0);
});

test('a request that asks is reported without a response, after attempts of ten seconds, and when it is answered', async () => {
  const { api, keys, told, answers, calls } = setup(null);
  await rejected(api.post('/v1/task', { name: 'Bell' }));
  await rejected(api.post('/v1/role', {}));
  expect(told).toEqual([['lost', '/v1/task', keys()[0], 3300]]);
  expect(calls[0]?.config.timeout).toBe(10_000);
  expect(calls[4]?.config.timeout).toBe(180_000);
  answers[0] = failed(409, 'no');
  await rejected(api.post('/v1/task/4/stop', {}));
  expect(told.at(-1)).toEqual(['answered', '/v1/task/4/stop', false]);
});

test('a held request keeps its key however late it is sent again, and a repeated answer is told', async () => {
  const { api, keys, told, held, pass } = setup({
    ...ok({ id: 4 }),
    headers: { 'idempotent-replayed': 'true' },
  });
  held.set('/v1/task', 'held');
  pass(600_000);
  await api.post('/v1/task', { name: 'Bell' });
  expect(keys()).toEqual(['held']);
  expect(told).toEqual([['answered', '/v1/task', true]]);
  // The answer to a request that was sent again by itself within seconds is no news.
  held.clear();
  await api.post('/v1/task', { name: 'Bell' });
  expect(told.at(-1)).toEqual(['answered', '/v1/task', false]);
});

test('a request that sets a state is a new one at each press, and says so', async () => {
  const { api, keys, answers } = setup(null);
  const error = await rejected(api.post('/v1/task/1/stop', {}));
  expect(error.message).toContain('Check the present state');
  answers[0] = ok();
  await api.post('/v1/task/1/stop', {});
  expect(keys()[4]).not.toBe(keys()[0]);
});
