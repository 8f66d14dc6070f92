import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, randomRuns } from '../../support/random.ts';
import { type Asked, type Known, QueueWorld } from './queueWorld.ts';

const TERMINALS = 4;
/** Time for a million histories, ms. */
const LONG_MS = 4 * 3_600_000;
const everywhere = [1, 2, 3, 4];
const MUSIC: Asked = {
  ...{ terminals: everywhere, source: 0, type: 0, priority: 0, policy: 'preempt' },
  ...{ wait_s: 1, length_s: 1e9, slow_s: 0 },
};
const asked = fc.record({
  kind: fc.constant('ask' as const),
  terminals: fc.uniqueArray(fc.integer({ min: 1, max: TERMINALS }), { minLength: 1, maxLength: TERMINALS }),
  source: fc.constantFrom(99 as const, 99 as const, 1 as const, 0 as const),
  /** Real-time tasks and pages; scheduled tasks; alarms, which never wait. */
  type: fc.constantFrom(1 as const, 1 as const, 1 as const, 0 as const, 3 as const),
  priority: fc.constantFrom(50, 50, 80),
  policy: fc.constantFrom(
    'wait' as const,
    'wait' as const,
    'free_only' as const,
    'refuse' as const,
    'preempt' as const,
  ),
  wait_s: fc.integer({ min: 1, max: 20 }),
  length_s: fc.integer({ min: 1, max: 8 }),
  slow_s: fc.constantFrom(0, 0, 1, 2),
  retries: fc.constantFrom(0, 0, 1, 3),
  retry_s: fc.integer({ min: 1, max: 6 }),
});
const step = fc.oneof(
  { weight: 3, arbitrary: asked },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), s: fc.integer({ min: 1, max: 6 }) }),
  },
  fc.record({ kind: fc.constantFrom('end' as const, 'cancel' as const), pick: fc.nat(9) }),
);

const weightOf = (one: Known) => (one.type === 0 ? 10_000 : 20_000) + one.priority;

const isParked = (world: QueueWorld, id: number) => (world.rows.get(id)?.retry_at ?? null) !== null;

/** Checks the invariants once all that is due was done. */
function check(world: QueueWorld, seen: Set<number>): void {
  const all = [...world.known.values()];
  expect(world.errors).toEqual([]);
  for (const t of everywhere) expect(world.speechAt(t).length).toBeLessThanOrEqual(1);
  const asking = all.filter(({ outcome }) => outcome === 'waits');
  // Between two attempts an entry has no place in the line; the next attempt gets the last place.
  const waiting = asking.filter(({ id }) => world.rows.get(id)?.attempt === 1 && !isParked(world, id));
  for (const one of all) {
    if (one.began_s === null || seen.has(one.id)) continue;
    seen.add(one.id);
    if (one.policy === 'preempt') continue;
    // It cuts off no speech; only what goes by rank alone may have begun while its sound was prepared.
    const met = one.met.filter((id) => one.slow_s === 0 || world.known.get(id)?.policy !== 'preempt');
    if (one.source !== 0) expect(met).toEqual([]);
    // No start of the same weight passes an earlier one at a common terminal.
    for (const earlier of waiting)
      if (earlier.id < one.id && weightOf(earlier) >= weightOf(one))
        expect(one.at.some((t) => earlier.terminals.includes(t))).toBe(false);
  }
  // None waits beyond its time-out, and its retries.
  for (const { asked_s, wait_s, slow_s, retries = 0, retry_s = 0 } of asking)
    expect(world.s - asked_s).toBeLessThanOrEqual(
      (wait_s + 1) * (retries + 1) + (retry_s + 1) * retries + slow_s,
    );
  // Each entry that waits names what it waits for; one that asks again later says when, and within its retries.
  for (const row of world.rows.values()) {
    expect(row.attempt).toBeLessThanOrEqual(row.attempts);
    if (row.retry_at === null) expect(row.waits_for.length).toBeGreaterThan(0);
    else expect(row.retry_at).toBeGreaterThan(world.s * 1000);
  }
}

describe('any history of starts that meet', () => {
  const timing = isLong ? { timeout: LONG_MS } : {};
  it(
    'cuts off no speech, lets none wait beyond its time, and leaves the programme as it was',
    timing,
    async () => {
      const runs = randomRuns(2_000);
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 24 }),
          fc.subarray(everywhere),
          async (steps, mixers) => {
            const world = new QueueWorld(mixers);
            world.ask(MUSIC);
            const before = everywhere.map((t) => world.sound(t));
            const seen = new Set<number>();
            for (const s of steps) {
              const started = [...world.known.values()].slice(1);
              if (s.kind === 'ask') world.ask(s.type === 3 ? { ...s, policy: 'preempt', source: 0 } : s);
              else if (s.kind === 'pass') {
                for (let i = 0; i < s.s; i++) {
                  await world.second();
                  check(world, seen);
                }
              } else {
                const one = started[s.pick % Math.max(1, started.length)];
                if (one && s.kind === 'cancel') world.queue.cancel(one.id, null);
                else if (one && one.began_s !== null && one.ended_s === null) world.end(one.id);
              }
              await world.second();
              check(world, seen);
            }
            // Longer than all that was asked: every start has come to an end.
            for (let i = 0; i < 400 && world.queue.waiting().length > 0; i++) await world.second();
            for (let i = 0; i < 12; i++) await world.second();
            const open = [...world.known.values()].filter(
              (one) => one.length_s < 1e9 && one.ended_s === null,
            );
            expect(open.filter(({ outcome }) => outcome !== 'refused')).toEqual([]);
            expect(everywhere.map((t) => world.sound(t))).toEqual(before);
            expect(world.rows.size).toBe(0);
          },
        ),
        isLong ? { ...runs, numRuns: Math.max(runs.numRuns, 1_000_000) } : runs,
      );
    },
  );
});
