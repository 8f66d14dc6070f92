import { expect, test } from 'vitest';
import type { NewFault } from '../../../server/site/faults/faults.ts';
import { createRetries } from '../../../server/sound/files/retries.ts';

/** Retries with delays controlled by the test. */
function setup() {
  const waits: number[] = [];
  const logged: string[] = [];
  let next = Promise.withResolvers<void>();
  const retries = createRetries({
    kind: 'file',
    log: { error: () => {} },
    faults: {
      open: ({ kind, subject, params }: NewFault) =>
        void logged.push(`open ${kind} ${subject} ${params?.count}`),
      drop: (kind, subject) => void logged.push(`drop ${kind} ${subject}`),
    },
    async wait(ms, signal) {
      waits.push(ms);
      await Promise.race([
        next.promise,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
      ]);
    },
  });
  return {
    retries,
    waits,
    logged,
    /** Ends the current delays, and resolves when the next attempts have failed. */
    async pass() {
      const { resolve } = next;
      const before = waits.length;
      next = Promise.withResolvers();
      resolve();
      await expect.poll(() => waits.length).toBeGreaterThan(before);
    },
    end: () => next.resolve(),
  };
}
const forever = new AbortController().signal;

test('a job that fails by the database is retried ever more slowly, raises a fault, and then succeeds', async () => {
  const { retries, waits, logged, pass, end } = setup();
  let isAway = true;
  let attempts = 0;
  const done = retries.run(async () => {
    attempts += 1;
    if (isAway) throw new Error('away');
  }, forever);
  await expect.poll(() => waits).toEqual([1_000]);
  for (let i = 0; i < 6; i++) await pass();
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(logged).toEqual(['drop build_waiting file', 'open build_waiting file 1']);
  isAway = false;
  end();
  await done;
  expect(attempts).toBe(8);
  expect(logged.at(-1)).toBe('drop build_waiting file');
});

test('the fault counts the blocked jobs, and ends with the last; a cancelled one does not count', async () => {
  const { retries, waits, logged, pass } = setup();
  const fail = () => Promise.reject(new Error('away'));
  const [one, two] = [new AbortController(), new AbortController()];
  const jobs = [retries.run(fail, one.signal), retries.run(fail, two.signal)];
  await expect.poll(() => waits).toHaveLength(2);
  await pass();
  await expect.poll(() => waits).toHaveLength(4);
  await pass();
  await expect.poll(() => logged.at(-1)).toBe('open build_waiting file 2');
  one.abort();
  await jobs[0];
  expect(logged.at(-1)).toBe('open build_waiting file 1');
  two.abort();
  await jobs[1];
  expect(logged.at(-1)).toBe('drop build_waiting file');
});

test('a shutdown ends the delays and leaves the fault open', async () => {
  const { retries, waits, logged, pass } = setup();
  const job = retries.run(() => Promise.reject(new Error('away')), forever);
  await expect.poll(() => waits).toHaveLength(1);
  await pass();
  await pass();
  retries.close();
  await job;
  expect(logged).toEqual(['drop build_waiting file', 'open build_waiting file 1']);
});
