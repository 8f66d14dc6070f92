import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueuedStartLive, StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** The queue over a kill of the whole server. */
let server: TestServer;
let token = '';
let speaker: Terminal;
let hall: number;
const wait = { timeout: 60_000, interval: 100 };

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { lang: 'en', access_token: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, message, value } = (await answer.json()) as { code: number; message: string; value: T };
  if (code !== 200) throw new Error(`${method} ${path}: ${message}`);
  return value;
}

beforeAll(async () => {
  server = await startServer();
  const login = { username: 'admin', password: server.adminPassword };
  token = (await call<{ token: string }>('POST', '/v1/login', login)).token;
  speaker = createTerminal({ server: server.url, code: 'HALL-1' });
  await speaker.until(({ session }) => session.phase === 'found');
  const { rows } = await call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?page_size=100');
  const body = { name: 'HALL-1', org: null };
  hall = (await call<{ id: number }>('POST', `/v1/terminal_found/${rows[0]?.id}/adopt`, body)).id;
  await speaker.until(({ session }) => session.phase === 'welcomed');
});
afterAll(async () => {
  speaker.stop();
  await server.stop();
});

/** Says a text that is long enough to be seen on the air by a slow machine. */
const say = (name: string, over: object = {}) =>
  call<StartedTask>('POST', '/v1/task', {
    ...{
      name,
      audio_source: 1,
      textContent: `${name} is spoken. `.repeat(15),
      devices: [hall],
      loop: 1,
      ...over,
    },
  });
const queue = async () => (await call<{ rows: QueuedStartLive[] }>('GET', '/v1/queued_start')).rows;
const onAir = async () => {
  const { rows } = await call<{ rows: { id: number }[] }>('GET', '/v1/task?state=on_air&page_size=100');
  return rows.map(({ id }) => id);
};

test('what waits is continued by the next server, with its place and its time-out, or has failed when that is over', async () => {
  const first = await say('First');
  const second = await say('Second', { busy_policy: 'wait', wait_s: 3600 });
  const third = await say('Third', { busy_policy: 'wait', wait_s: 3600 });
  const { id: task } = await call<{ id: number }>('POST', '/v1/scheduled_task', {
    ...{ name: 'Bell', start_date: '2040-01-01', start_time: '08:00', devices: [hall], priority: 1 },
    ...{ audio_source: 1, textContent: 'The bell rings. '.repeat(15), busy_policy: 'wait', wait_s: 3600 },
  });
  const run = await call<StartedTask>('POST', `/v1/scheduled_task/${task}/start`, {});
  expect(run.waits).toBe(true);
  const before = await queue();
  expect(before.map(({ id }) => id)).toEqual([second.id, third.id, run.id]);
  const brief = [
    await say('Fourth', { busy_policy: 'wait', wait_s: 1 }),
    await say('Fifth', { busy_policy: 'wait', wait_s: 1 }),
  ];
  await server.kill9();
  // It does not wait for the text that is on the air, which is synthesised again.
  await server.start();
  // The rights of a person who started a saved task are read before it is in its place again.
  const kept = ({ id, until_at, scheduled_task, started_by }: QueuedStartLive) => ({
    ...{ id, until_at, scheduled_task, started_by },
  });
  await expect.poll(async () => (await queue()).map(kept), wait).toEqual(before.map(kept));
  expect(await onAir()).toEqual([first.id]);
  // Their time was over while there was no server.
  const failed = async () => {
    const { rows } = await call<{ rows: { id: number; result: string }[] }>(
      'GET',
      '/v1/task_log?result=failed',
    );
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  };
  await expect.poll(failed, wait).toEqual(brief.map(({ id }) => id));
  for (const [at, ended] of [first, second, third].entries()) {
    await call('POST', `/v1/task/${ended.id}/stop`);
    await expect.poll(onAir, wait).toEqual([[second, third, run][at]?.id]);
  }
  expect(await queue()).toEqual([]);
});
