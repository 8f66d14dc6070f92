import { expect, test } from 'vitest';
import {
  type Attempt,
  createAttempts,
  GuessedByMany,
  targetOf,
  unknownTarget,
} from '../../../server/platform/auth/attempts.ts';

const blocked = { code: 429, key: 'auth.tooManyAttempts' };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const wrong = async () => null;
const right = async () => 'in';
const triedAt = (address: string) => ({ entity: 'user', id: 1, code: 'desk', address }) as const;
const at = (address: string, target = 'account 1 x'): Attempt => ({
  ...{ tried: triedAt(address), kind: 'login' },
  ...{ target, address },
});
const tried = triedAt('10.0.0.1');
const ipv4 = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/** Attempt counter with a clock that the test moves; counts the wrong attempts that are checked. */
function site() {
  let now = 0;
  const attempts = createAttempts(() => now);
  return {
    attempts,
    wait: (ms: number) => {
      now += ms;
    },
    async guess(attempt: Attempt, times: number): Promise<number> {
      let judged = 0;
      for (let i = 0; i < times; i++)
        await attempts.run(attempt, wrong).then(
          () => {
            judged += 1;
          },
          (error) => expect(error).toMatchObject(blocked),
        );
      return judged;
    },
  };
}

test('attempts count before they are checked: of sixty at once only as many are checked as may fail', async () => {
  const attempts = createAttempts();
  const late = Promise.withResolvers<null>();
  let judged = 0;
  const answers = Array.from({ length: 60 }, () =>
    attempts
      .run(at('10.0.0.1'), () => {
        judged += 1;
        return late.promise;
      })
      .catch((error: { code: number }) => error.code),
  );
  late.resolve(null);
  const all = await Promise.all(answers);
  expect(judged).toBe(5);
  expect(all.filter((answer) => answer === 429)).toHaveLength(55);
});

test('successful attempts, and attempts whose check failed, are not counted', async () => {
  const { attempts, guess } = site();
  const own = at('10.0.0.1');
  for (let i = 0; i < 40; i++) expect(await attempts.run(own, right)).toBe('in');
  const failing = () => Promise.reject(new Error('the database is away'));
  for (let i = 0; i < 40; i++) await expect(attempts.run(own, failing)).rejects.toThrow('away');
  expect(await guess(own, 9)).toBe(5);
  await expect(attempts.run(own, right)).rejects.toMatchObject(blocked);
});

test('strangers cannot lock out a caller with a proof of an earlier login, or one from a new address', async () => {
  const { attempts, guess } = site();
  for (let i = 0; i < 1_000; i++) await guess(at(ipv4(i)), 6);
  expect(await attempts.run(at('192.168.7.7'), right)).toBe('in');
  // From the address of the strangers only the proof helps.
  await expect(attempts.run(at(ipv4(3)), right)).rejects.toMatchObject(blocked);
  expect(await attempts.run({ tried, own: 'proof 7' }, right)).toBe('in');
});

test('a proof allows five attempts, and an address that others use allows no more', async () => {
  const { guess } = site();
  expect(await guess({ tried, own: 'proof 7' }, 60)).toBe(5);
  expect(await guess(at('10.0.0.1'), 60)).toBe(5);
  expect(await guess(at('10.0.0.1', 'account 2 x'), 60)).toBe(5);
  expect(await guess(at('::ffff:10.0.0.1'), 60)).toBe(0);
});

test('the IPv6 network of one machine counts as one address', async () => {
  const { guess } = site();
  expect(await guess(at('2001:db8:1:2::1'), 3)).toBe(3);
  expect(await guess(at('2001:db8:1:2:ffff::9'), 9)).toBe(2);
  expect(await guess(at('2001:db8:1:3::1'), 9)).toBe(5);
});

test('attempts at one account per day: 135 from one address, 3 each and 8,640 from very many', async () => {
  const one = site();
  let judged = 0;
  for (let ms = 0; ms < DAY; ms += MINUTE) {
    judged += await one.guess(at('10.0.0.1'), 6);
    one.wait(MINUTE);
  }
  expect(judged).toBe(135);

  const many = site();
  judged = 0;
  for (let ms = 0; ms < DAY; ms += 5 * MINUTE) {
    for (let i = 0; i < 100; i++) judged += await many.guess(at(ipv4(i)), 1);
    many.wait(5 * MINUTE);
  }
  expect(judged).toBeGreaterThan(100 * 3);
  expect(judged).toBeLessThanOrEqual(100 * 3 + 8_640);
});

test('an address is limited over all accounts, and unknown names like existing ones', async () => {
  const { guess } = site();
  expect(await guess(at('10.0.0.1', unknownTarget('ghost')), 9)).toBe(5);
  let judged = 5;
  for (let i = 0; i < 40; i++) judged += await guess(at('10.0.0.1', unknownTarget(`ghost-${i}`)), 1);
  expect(judged).toBe(30);
  // Loudspeakers that keep sending a wrong zone password do not lock out the console.
  expect(await guess({ tried, kind: 'zone', target: 'zone 1 x', address: '10.0.0.1' }, 9)).toBe(5);
});

test('at a zone password 300 attempts a day are allowed over all addresses; beyond that a person decides', async () => {
  const { attempts, guess, wait } = site();
  const zone = (address: string, target = 'zone 1 x'): Attempt => ({ tried, kind: 'zone', target, address });
  let judged = 0;
  for (let i = 0; i < 8; i++) judged += await guess(zone(ipv4(i)), 9);
  expect(await attempts.run(zone('192.168.7.7'), right)).toBe('in');
  for (let i = 0; i < 5_000; i++) judged += await guess(zone(ipv4(1_000 + i)), 1);
  expect(judged).toBe(300);
  await expect(attempts.run(zone('192.168.7.8'), right)).rejects.toBeInstanceOf(GuessedByMany);
  expect(await attempts.run(zone('192.168.7.8', 'zone 1 new password'), right)).toBe('in');
  wait(DAY);
  expect(await attempts.run(zone('192.168.7.8'), right)).toBe('in');
});

test('a new password resets the count, and delays grow only for repeated attempts', async () => {
  const { attempts, guess, wait } = site();
  const [before, after] = [targetOf('account', 1, 'old hash'), targetOf('account', 1, 'new hash')];
  expect(await guess(at('10.0.0.1', before), 9)).toBe(5);
  await expect(attempts.run(at('10.0.0.1', before), right)).rejects.toMatchObject({
    details: { retryAfter: 300 },
  });
  expect(await attempts.run(at('10.0.0.1', after), right)).toBe('in');
  wait(5 * MINUTE);
  expect(await guess(at('10.0.0.1', before), 9)).toBe(5);
  await expect(attempts.run(at('10.0.0.1', before), right)).rejects.toMatchObject({
    details: { retryAfter: 600 },
  });
  wait(2 * DAY);
  expect(await attempts.run(at('10.0.0.1', before), right)).toBe('in');
});

test('a refused caller is refused for a second without a lookup, with the real remaining time', async () => {
  const { attempts, guess, wait } = site();
  await guess(at('10.0.0.1'), 5);
  const subject = { kind: 'login', name: 'admin', address: '10.0.0.1' } as const;
  attempts.check(subject);
  await expect(attempts.run(at('10.0.0.1'), right, subject)).rejects.toMatchObject(blocked);
  const early = expect.objectContaining({ ...blocked, details: { retryAfter: 300 } });
  expect(() => attempts.check(subject)).toThrow(early);
  attempts.forgetRefused();
  attempts.check(subject);
  await expect(attempts.run(at('10.0.0.1'), right, subject)).rejects.toMatchObject(blocked);
  expect(() => attempts.check(subject)).toThrow(early);
  wait(1_000);
  attempts.check(subject);
});

test('a window ends by the clock, and later results do not count', async () => {
  const { attempts, guess, wait } = site();
  const late = Promise.withResolvers<string>();
  await guess(at('10.0.0.1'), 1);
  const verdict = attempts.run(at('10.0.0.1'), () => late.promise);
  wait(6 * MINUTE);
  await guess(at('10.0.0.1'), 4);
  late.resolve('in');
  await verdict;
  expect(await attempts.run(at('10.0.0.1'), right)).toBe('in');
});
