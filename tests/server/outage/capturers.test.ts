import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CapturerTask } from '../../../contract/entities/tasks/capturerTask.ts';
import { partOf } from '../../../terminal/headless/part.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { isLong } from '../../support/random.ts';
import { Recording } from '../../support/recording.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { faults } from './faults.ts';

/** Capturer tasks over a kill of the whole server: what plays continues, and what an input does meanwhile counts. */
let server: TestServer;
let token = '';
const running: Terminal[] = [];
const recording = new Recording();
let capturer: { id: number; terminal: Terminal };
let task: CapturerTask;
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

async function adopted(
  options: Omit<TerminalOptions, 'server'>,
): Promise<{ id: number; terminal: Terminal }> {
  const terminal = createTerminal({ server: server.url, ...options });
  running.push(terminal);
  await terminal.until(({ session }) => session.phase === 'found');
  type Found = { rows: { id: number; code: string }[] };
  const { rows } = await call<Found>('GET', '/v1/terminal_found?page_size=100');
  const row = rows.find(({ code }) => code === options.code);
  const body = { name: options.code, org: null };
  const { id } = await call<{ id: number }>('POST', `/v1/terminal_found/${row?.id}/adopt`, body);
  await terminal.until(({ session }) => session.phase === 'welcomed' && session.clock.synced);
  return { id, terminal };
}

beforeAll(async () => {
  server = await startServer();
  const login = { username: 'admin', password: server.adminPassword };
  token = (await call<{ token: string }>('POST', '/v1/login', login)).token;
  const speaker = await adopted({ code: 'HALL-1', listen: recording.listen });
  const part = partOf({ role: 'capturer', channels: 1, input: 'tone' });
  capturer = await adopted({ code: 'DOOR-1', part, decode: false });
  await call('PATCH', `/v1/capturer/${capturer.id}`, { mode: 'io' });
  const body = { name: 'Door', capturer: capturer.id, capturer_channel: 1, devices: [speaker.id] };
  task = await call('POST', '/v1/capturer_task', body);
});
afterAll(async () => {
  for (const terminal of running) terminal.stop();
  await server.stop();
});

const shown = () => call<CapturerTask>('GET', `/v1/capturer_task/${task.id}`);
type Logged = { id: number; result: string; heard: number; device_code: string };
const logged = async () => (await call<{ rows: Logged[] }>('GET', '/v1/task_log?task_type=7')).rows;
const state = async () => (await shown()).state;
/** Tells if the loudspeaker has sounded within its last half second. */
const sounds = () => recording.firstSound((recording.endUs ?? 0) - 500_000, 0.005) !== null;

function setInput(io: boolean): void {
  const input = capturer.terminal.part?.capture?.input(1);
  if (input === undefined) throw new Error('no channel');
  input.io = io;
}

/** Kills the server, does something, starts it again, and waits until all terminals are back. */
async function killed(meanwhile: () => void = () => {}): Promise<void> {
  await server.kill9();
  await Promise.all(running.map((one) => one.until(({ session }) => session.phase === 'waiting')));
  meanwhile();
  await server.start();
  await Promise.all(running.map((one) => one.until(({ session }) => session.phase === 'welcomed')));
}

beforeEach(async () => {
  setInput(false);
  await expect.poll(state, wait).toBeNull();
});

test('a task that an input has started continues, is heard, and ends when the input opens', async () => {
  setInput(true);
  await expect.poll(shown, wait).toMatchObject({ state: 'playing', by_io: true });
  await expect.poll(sounds, wait).toBe(true);
  const { broadcast_id } = await shown();

  await killed();
  expect(await shown()).toMatchObject({ state: 'playing', by_io: true, broadcast_id });
  await expect.poll(sounds, wait).toBe(true);
  setInput(false);
  await expect.poll(state, wait).toBeNull();
  await expect.poll(sounds, wait).toBe(false);
});

if (isLong)
  test('killed as soon as the sound starts: it continues or is started once', async () => {
    setInput(true);
    await expect.poll(state, { ...wait, interval: 5 }).toBe('playing');
    await killed();
    await expect.poll(shown, wait).toMatchObject({ state: 'playing', by_io: true });
    await expect.poll(sounds, wait).toBe(true);
    const { rows } = await call<{ rows: { state: string }[] }>('GET', '/v1/task?page_size=100');
    expect(rows.filter(({ state }) => state !== 'ended')).toHaveLength(1);
  });

if (isLong)
  test('an input that closes while the server is away starts its task; one that opens ends it', async () => {
    await killed(() => setInput(true));
    await expect.poll(shown, wait).toMatchObject({ state: 'playing', by_io: true });
    await expect.poll(sounds, wait).toBe(true);
    await killed(() => setInput(false));
    await expect.poll(state, wait).toBeNull();
    await expect.poll(sounds, wait).toBe(false);
  });

if (isLong)
  test('an input that opened just before the kill and closes while the server is away starts its task', async () => {
    setInput(true);
    await expect.poll(state, wait).toBe('playing');
    setInput(false);
    await expect.poll(state, { ...wait, interval: 5 }).toBeNull();
    await killed(() => setInput(true));
    await expect.poll(shown, wait).toMatchObject({ state: 'playing', by_io: true });
  });

test.skipIf(process.platform !== 'linux')(
  'while the database hangs an input starts and ends its task, again and again, and all is in the log afterwards',
  async () => {
    await expect.poll(sounds, wait).toBe(false);
    const before = new Set((await logged()).map(({ id }) => id));
    const fault = faults.hung(server.dataDir);
    await fault.begin();
    try {
      for (let times = 0; times < 2; times++) {
        setInput(true);
        await expect.poll(sounds, wait).toBe(true);
        // The server learns from the next report, at most a second later, that it is heard.
        const heardUs = (recording.endUs ?? 0) + 2_000_000;
        await expect.poll(() => (recording.endUs ?? 0) > heardUs, wait).toBe(true);
        setInput(false);
        await expect.poll(sounds, wait).toBe(false);
      }
    } finally {
      await fault.end();
    }
    const run = { result: 'released', heard: 1, device_code: 'DOOR-1' };
    await expect
      .poll(async () => (await logged()).filter(({ id }) => !before.has(id)), wait)
      .toMatchObject([run, run]);
  },
);

// The last one: its input is closed without an effect, so no test could see when the server has noticed its opening.
if (isLong)
  test('a task that a person has started continues, whatever the input does meanwhile', async () => {
    await call('POST', `/v1/capturer_task/${task.id}/start`, {});
    await killed(() => setInput(true));
    expect(await shown()).toMatchObject({ state: 'playing', by_io: false });
    await expect.poll(sounds, wait).toBe(true);
    await call('POST', `/v1/capturer_task/${task.id}/stop`, {});
    expect(await state()).toBeNull();
  });
