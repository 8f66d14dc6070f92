import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { createHashing } from '../../../server/platform/auth/passwords/hashing.ts';

const hashing = createHashing();
afterAll(() => hashing.close());

const check = (stored: string | null, password: string) =>
  hashing.turn('login', '10.0.0.1', (hasher) => hasher.check(stored, password));

test('a hash is argon2id with its own salt, and only its password matches', async () => {
  const [one, two] = await Promise.all([hashing.hash('Correct-Horse-1'), hashing.hash('Correct-Horse-1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await check(one, 'Correct-Horse-1')).toBe(true);
  expect(await check(one, 'correct-horse-1')).toBe(false);
});

test('without a stored hash no password matches, and an invalid stored hash is an error of that job only', async () => {
  expect(await check(null, 'anything')).toBe(false);
  await expect(check('no hash', 'anything')).rejects.toThrow();
  expect(await check(await hashing.hash('x'), 'x')).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'only the hashing threads have a lower priority than the server',
  async () => {
    const own = getPriority(0);
    await Promise.all([hashing.hash('a'), hashing.hash('b')]);
    const niceOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    const nices = readdirSync('/proc/self/task').map((task) =>
      niceOf(readFileSync(`/proc/self/task/${task}/stat`, 'utf8')),
    );
    expect(nices.filter((nice) => nice === Math.min(own + 10, 19))).toHaveLength(2);
    expect(getPriority(0)).toBe(own);
  },
);

test('hashing restarts after its thread has ended', async () => {
  const other = createHashing();
  expect(await other.hash('a')).toMatch(/^\$argon2id/);
  await other.close();
  expect(await other.hash('b')).toMatch(/^\$argon2id/);
  await other.close();
});
