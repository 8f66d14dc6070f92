import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  connectServiceManager,
  createSender,
  createServiceManager,
} from '../../../server/start/service/notify.ts';

const socket = '/run/systemd/notify';

function manager(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const send = { line: (text: string) => void lines.push(text), end: () => void lines.push('end') };
  return { lines, ...createServiceManager({ env: { NOTIFY_SOCKET: socket, ...env }, pid: 7, send }) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('reports ready once it listens, changes of its status, and that it stops', () => {
  const { lines, ready, stopping, end } = manager();
  let state = '0 of 2 terminals online';
  ready(() => state);
  vi.advanceTimersByTime(60_000);
  state = '2 of 2 terminals online';
  vi.advanceTimersByTime(10_000);
  stopping();
  stopping();
  state = 'gone';
  vi.advanceTimersByTime(60_000);
  end();
  expect(lines).toEqual([
    'READY=1',
    'STATUS=0 of 2 terminals online',
    'STATUS=2 of 2 terminals online',
    'STOPPING=1',
    'end',
  ]);
});

test('sends the watchdog message three times per watchdog interval, also while stopping', () => {
  const { lines, stopping, end } = manager({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: '7' });
  vi.advanceTimersByTime(30_000);
  expect(lines).toEqual(['WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
  stopping();
  vi.advanceTimersByTime(10_000);
  expect(lines.at(-1)).toBe('WATCHDOG=1');
  end();
  vi.advanceTimersByTime(30_000);
  expect(lines.at(-1)).toBe('end');
});

test('sends no watchdog message for another process, or without a watchdog', () => {
  const others = manager({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: '8' });
  const none = manager();
  vi.advanceTimersByTime(60_000);
  expect([...others.lines, ...none.lines]).toEqual([]);
});

test('without systemd nothing is started or sent', () => {
  const lines: string[] = [];
  const send = { line: (text: string) => void lines.push(text), end: () => void lines.push('end') };
  const quiet = createServiceManager({ env: { WATCHDOG_USEC: '1000' }, pid: 7, send });
  quiet.ready(() => 'state');
  quiet.stopping();
  vi.advanceTimersByTime(60_000);
  quiet.end();
  expect(lines).toEqual([]);
});

test("systemd's variables are removed from the environment of child processes", () => {
  const variables = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '30000000', WATCHDOG_PID: '1', LANG: 'C' };
  connectServiceManager(variables, () => {}).end();
  expect(variables).toEqual({ LANG: 'C' });
});

test('the helper passes on each line completely and in order, and ends with the server', async () => {
  vi.useRealTimers();
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-notify-'));
  const file = join(folder, 'told');
  const script = `while IFS= read -r line; do echo "$NOTIFY_SOCKET $line" >> ${file}; done; echo over >> ${file}`;
  const errors: Error[] = [];
  const sender = createSender(socket, (error) => errors.push(error), script);
  sender.line('READY=1');
  sender.line('STATUS=2 of 3 terminals online; "$HOME" `id`');
  sender.end();
  const messages = () => {
    try {
      return readFileSync(file, 'utf8').split('\n');
    } catch {
      return [];
    }
  };
  const whole = [`${socket} READY=1`, `${socket} STATUS=2 of 3 terminals online; "$HOME" \`id\``, 'over', ''];
  await expect.poll(messages, { timeout: 20_000 }).toEqual(whole);
  expect(errors).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('a failing helper is reported, and the server continues', async () => {
  vi.useRealTimers();
  const failed = Promise.withResolvers<Error>();
  const sender = createSender(socket, failed.resolve, 'exit 3');
  sender.line('READY=1');
  expect((await failed.promise).message).toContain('3');
  sender.line('WATCHDOG=1');
  sender.end();
});
