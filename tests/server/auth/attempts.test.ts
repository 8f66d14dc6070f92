import { expect, test } from 'vitest';
import { createAttempts } from '../../../server/auth/attempts.ts';

const blocked = { code: 429, key: 'auth.tooManyAttempts' };

test('an attempt counts before it is judged: of sixty at once no more are judged than may fail', async () => {
  const attempts = createAttempts();
  const wrong = Promise.withResolvers<null>();
  let judged = 0;
  const answers = Array.from({ length: 60 }, (_, i) =>
    attempts
      .judged({ account: 'admin', address: `10.0.0.${i}` }, () => {
        judged += 1;
        return wrong.promise;
      })
      .catch((error: { code: number }) => error.code),
  );
  wrong.resolve(null);
  const all = await Promise.all(answers);
  expect(judged).toBe(30);
  expect(all.filter((answer) => answer === 429)).toHaveLength(30);
});

test('what was right, or could not be judged, is not counted', async () => {
  const attempts = createAttempts();
  const own = { account: 'admin', address: '10.0.0.1' };
  for (let i = 0; i < 40; i++) expect(await attempts.judged(own, async () => 'in')).toBe('in');
  const failing = () => Promise.reject(new Error('the database is away'));
  for (let i = 0; i < 40; i++) await expect(attempts.judged(own, failing)).rejects.toThrow('away');
  attempts.check(own);
  for (let i = 0; i < 5; i++) expect(await attempts.judged(own, async () => null)).toBeNull();
  expect(() => attempts.check(own)).toThrow(expect.objectContaining(blocked));
  await expect(attempts.judged(own, async () => 'in')).rejects.toMatchObject(blocked);
});

test('strangers elsewhere do not lock an account out of where it has logged in before, and guessing there is limited', async () => {
  const attempts = createAttempts();
  for (let i = 0; i < 30; i++)
    await attempts.judged({ account: 'admin', address: `10.0.0.${i}` }, async () => null);
  const elsewhere = { account: 'admin', address: '10.0.1.1' };
  expect(() => attempts.check(elsewhere)).toThrow(expect.objectContaining(blocked));
  const own = { ...elsewhere, isKnown: true };
  expect(await attempts.judged(own, async () => 'in')).toBe('in');
  for (let i = 0; i < 5; i++) await attempts.judged(own, async () => null);
  expect(() => attempts.check(own)).toThrow(expect.objectContaining(blocked));
});

test('a window ends by the clock, and a verdict that comes after it counts nothing', async () => {
  let now = 0;
  const attempts = createAttempts(() => now);
  const own = { account: 'admin', address: '10.0.0.1' };
  const late = Promise.withResolvers<string>();
  const verdict = attempts.judged(own, () => late.promise);
  now = 6 * 60_000;
  for (let i = 0; i < 4; i++) await attempts.judged(own, async () => null);
  late.resolve('in');
  await verdict;
  attempts.check(own);
});
