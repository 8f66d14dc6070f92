import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreferences } from '../../../src/views/kit/preferences/preferences.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Preferences whose requests the test answers, with the requests. */
function preferences() {
  const requests: { path: string; value: unknown; answer: () => void }[] = [];
  const put = (path: string, body: unknown) =>
    new Promise<never>((_, refuse) =>
      requests.push({ path, value: (body as { value: unknown }).value, answer: () => refuse(new Error()) }),
    );
  return { requests, made: createPreferences({ get: async () => null as never, put }) };
}

test('changes within half a second are one request, with the last value', async () => {
  const { requests, made } = preferences();
  for (const width of [100, 110, 120]) made.write('task', width);
  await vi.advanceTimersByTimeAsync(600);
  expect(requests.map(({ value }) => value)).toEqual([120]);
  expect(await made.read('task')).toBe(120);
});

test('a later value waits for the answer to an earlier one of its key, even a refusal, and for no other key', async () => {
  const { requests, made } = preferences();
  made.write('task', 1);
  await vi.advanceTimersByTimeAsync(600);
  made.write('task', 2);
  made.write('device', 3);
  await vi.advanceTimersByTimeAsync(600);
  expect(requests.map(({ value }) => value)).toEqual([1, 3]);
  requests[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests.map(({ value }) => value)).toEqual([1, 3, 2]);
});
