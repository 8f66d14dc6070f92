import { type AxiosAdapter, AxiosHeaders, CanceledError } from 'axios';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import { GIVE_WAY_MS, type OtherTabs } from '../../src/api/giveWay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Connections that a browser opens to one server over HTTP/1.1, for all its tabs. */
const CONNECTIONS = 6;

/** Browser whose requests wait for a connection, and a server that answers no read. */
function browser() {
  const arrived: string[] = [];
  const queue: (() => void)[] = [];
  let busy = 0;
  const isHanging = new Set<string>();
  const adapter: AxiosAdapter = (config) =>
    new Promise((resolve, reject) => {
      const name = `${config.method} ${config.url}`;
      let isOpen = false;
      let isOver = false;
      const end = () => {
        isOver = true;
        isHanging.delete(name);
        if (isOpen) busy--;
        if (busy < CONNECTIONS) queue.shift()?.();
      };
      const send = () => {
        if (isOver) {
          queue.shift()?.();
          return;
        }
        busy++;
        isOpen = true;
        arrived.push(name);
        if (config.method === 'get') {
          isHanging.add(name);
          return;
        }
        end();
        const data = { code: 200, message: '', value: null };
        resolve({ data, status: 200, statusText: '', headers: new AxiosHeaders(), config });
      };
      (config.signal as AbortSignal | undefined)?.addEventListener('abort', () => {
        end();
        reject(new CanceledError());
      });
      if (busy < CONNECTIONS) send();
      else queue.push(send);
    });
  const listeners: (() => void)[] = [];
  const tab = () => {
    const heard: (() => void)[] = [];
    const tabs: OtherTabs = {
      announce: () => {
        for (const one of listeners) if (!heard.includes(one)) one();
      },
      onAnnounced: (give) => {
        heard.push(give);
        listeners.push(give);
      },
    };
    return createApi({ token: () => 't', language: () => 'en', adapter, now: () => Date.now(), tabs });
  };
  return { tab, arrived, isHanging };
}

test('a stop is sent although reads of this and another tab hang on all connections', async () => {
  const { tab, arrived, isHanging } = browser();
  const [one, other] = [tab(), tab()];
  const settled: string[] = [];
  for (let i = 0; i < 4; i++) one.get(`/v1/one${i}`).finally(() => settled.push(`one${i}`));
  for (let i = 0; i < 4; i++) other.get(`/v1/other${i}`).finally(() => settled.push(`other${i}`));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isHanging.size).toBe(CONNECTIONS);

  let isStopped = false;
  one.post('/v1/task/stop_all', {}).then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(GIVE_WAY_MS - 1);
  expect(arrived).not.toContain('post /v1/task/stop_all');
  await vi.advanceTimersByTimeAsync(1);
  expect(isStopped).toBe(true);
  // The reads go on behind it, and their callers notice nothing.
  expect(isHanging.size).toBe(CONNECTIONS);
  expect(settled).toEqual([]);
});

test('a request that is answered in time disturbs no read, nor does a slow one disturb the latest', async () => {
  const { tab, arrived } = browser();
  const api = tab();
  for (let i = 0; i < 3; i++) void api.get(`/v1/one${i}`);
  await vi.advanceTimersByTimeAsync(10_000);
  await api.post('/v1/task/stop_all', {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(arrived.filter((name) => name.startsWith('get'))).toHaveLength(3);
});

test('a caller that takes its read back ends it', async () => {
  const { tab, isHanging } = browser();
  const api = tab();
  const abort = new AbortController();
  const outcome = api
    .get('/v1/one', {}, { signal: abort.signal, quiet: true })
    .catch((error) => error.aborted);
  await vi.advanceTimersByTimeAsync(1000);
  abort.abort();
  expect(await outcome).toBe(true);
  expect(isHanging.size).toBe(0);
});
