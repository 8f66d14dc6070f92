import { expect, test } from 'vitest';
import { createHashQueue, type HashPriority } from '../../../server/platform/auth/passwords/hashQueue.ts';

/** Queue whose work ends when the test says so. */
function setup(places: number) {
  const turns = createHashQueue(places);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const took: number[] = [];
  let most = 0;
  return {
    begun,
    refused,
    took,
    most: () => most,
    add(name: string, kind: HashPriority, from = name) {
      const done = turns.take(kind, from, async (place) => {
        begun.push(name);
        took.push(place);
        const end = Promise.withResolvers<void>();
        ends.set(name, end.resolve);
        most = Math.max(most, ends.size);
        await end.promise;
      });
      return done.catch((error: { code: number; key: string; details: { retryAfter: number } }) => {
        expect(error).toMatchObject({ code: 429, key: 'auth.manyLogins', details: { retryAfter: 2 } });
        refused.push(name);
      });
    },
    /** Ends the work that began first, and lets the next begin. */
    async end() {
      const [name] = ends.keys();
      ends.get(name ?? '')?.();
      ends.delete(name ?? '');
      await new Promise(setImmediate);
    },
  };
}

test('at most as many jobs run at once as there are places, each with its own place', async () => {
  const { add, end, begun, took, most } = setup(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => add(name, 'login'));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b']);
  expect(took).toEqual([0, 1]);
  for (let i = 0; i < 4; i++) await end();
  await Promise.all(all);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(most()).toBe(2);
});

test('callers known at the address and logged-in callers go before strangers, who are served in turn', async () => {
  const { add, end, begun } = setup(1);
  void add('first', 'login');
  for (const name of ['login 1', 'login 2']) void add(name, 'login');
  for (const name of ['import 1', 'import 2']) void add(name, 'bulk');
  void add('terminal', 'terminal');
  void add('person', 'person');
  void add('known', 'known');
  for (let i = 0; i < 8; i++) await end();
  expect(begun).toEqual([
    'first',
    'known',
    'person',
    ...['terminal', 'import 1', 'login 1', 'import 2', 'login 2'],
  ]);
});

test('a full queue refuses with a message, and does not block other kinds of work', async () => {
  const { add, end, begun, refused } = setup(1);
  for (let i = 0; i < 60; i++) void add(`stranger ${i}`, 'login');
  await new Promise(setImmediate);
  expect(refused).toHaveLength(60 - 1 - 16);
  void add('operator', 'known');
  void add('station', 'terminal');
  await end();
  expect(begun.at(-1)).toBe('operator');
  for (let i = 0; i < 2; i++) await end();
  expect(begun).toContain('station');
});

test('an address with many queued jobs is served after others, in its own order', async () => {
  const { add, end, begun, refused } = setup(1);
  for (let i = 0; i < 20; i++) void add(`flood ${i}`, 'login', '10.0.0.1');
  await new Promise(setImmediate);
  expect(refused).toEqual(['flood 17', 'flood 18', 'flood 19']);
  void add('other', 'login', '10.0.0.2');
  await new Promise(setImmediate);
  expect(refused.at(-1)).toBe('flood 16');
  for (let i = 0; i < 17; i++) await end();
  expect(begun.at(-1)).toBe('other');
});

test('failed work releases its place', async () => {
  const turns = createHashQueue(1);
  await expect(turns.take('login', '', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('login', '', async (place) => place)).toBe(0);
});

test('jobs that follow each other take the same place, whose thread is running', async () => {
  const turns = createHashQueue(2);
  const place = () => turns.take('login', '', async (own) => own);
  expect([await place(), await place(), await place()]).toEqual([0, 0, 0]);
});
