import { expect, test } from 'vitest';
import { Arbiter, LEASE_MS, type Verdict } from '../../../server/edge/pair/witness/arbiter.ts';

const [A, B] = ['key of A', 'key of B'];

function witness(first: Partial<Verdict> = {}) {
  let now = 0;
  const stored: Verdict[] = [];
  const verdict = { term: 0, leader_key: A, standby_key: B, in_sync: true, ...first };
  const arbiter = new Arbiter(
    verdict,
    (next) => stored.push(next),
    () => now,
  );
  return { arbiter, stored, wait: (ms: number) => (now += ms) };
}
const inSync = { term: 0, standby_key: B, in_sync: true };

test('a standby with every change takes over from a silent leader, which then stays out', () => {
  const { arbiter, stored, wait } = witness();
  arbiter.beat(A, inSync);
  wait(LEASE_MS);
  expect(arbiter.claim(B)).toBe(false);
  wait(1);
  expect(arbiter.claim(B)).toBe(true);
  const after = { term: 1, leader_key: B, standby_key: A, in_sync: false };
  expect(stored).toEqual([after]);
  // A lost answer is given again; the leader before learns that it does not lead any more.
  expect(arbiter.claim(B)).toBe(true);
  expect(arbiter.beat(A, inSync)).toEqual(after);
  expect(stored).toHaveLength(1);
});

test('a standby whose absence was recorded does not take over: the leader has confirmed changes alone', () => {
  const { arbiter, wait } = witness();
  expect(arbiter.beat(A, { ...inSync, in_sync: false }).in_sync).toBe(false);
  wait(60_000);
  expect(arbiter.claim(B)).toBe(false);
});

test('nobody takes over while the leader is heard, after a restart of the witness, or from outside the pair', () => {
  const { arbiter, wait } = witness();
  for (let n = 0; n < 10; n++) {
    wait(LEASE_MS / 2);
    arbiter.beat(A, inSync);
    expect(arbiter.claim(B)).toBe(false);
  }
  const restarted = witness();
  expect(restarted.arbiter.claim(B)).toBe(false);
  wait(LEASE_MS + 1);
  expect(arbiter.claim('key of C')).toBe(false);
  expect(arbiter.beat('key of C', { ...inSync, term: 9 }).leader_key).toBe(A);
});

test('a take-over by hand is recorded by its greater term', () => {
  const { arbiter } = witness();
  const byHand = { term: 1, standby_key: A, in_sync: false };
  expect(arbiter.beat(B, byHand)).toEqual({ ...byHand, leader_key: B });
  expect(arbiter.beat(A, inSync).leader_key).toBe(B);
});
