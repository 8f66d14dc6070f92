import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultTaskWeights } from '../../../contract/constants.ts';
import { type Claim, ClaimTable } from '../../../server/broadcast/claims.ts';
import { compareRank, rankOf } from '../../../server/broadcast/rank.ts';
import { randomRuns } from '../../support/random.ts';

const claim = (broadcast: number, weight: number, comesBack = true): Claim => ({
  broadcast,
  rank: { weight, started_at: broadcast, id: broadcast },
  comesBack,
});

describe('rank (design 7)', () => {
  const rank = (task_type: number, priority: number, id = 1, emergency = false) =>
    rankOf({ id, task_type, priority, started_at: id, emergency }, defaultTaskWeights);
  it('puts the emergency microphone first, then alarms by plan priority, then type weight, then priority', () => {
    const order = [
      rank(1, 0, 1, true),
      rank(3, 80),
      rank(3, 10),
      rank(888, 1),
      rank(1, 90),
      rank(5, 60),
      rank(6, 50),
      rank(0, 99),
      rank(7, 98),
    ];
    expect(order.toReversed().sort(compareRank)).toEqual(order);
  });
  it('lets an alarm of priority 0 outrank any weight and priority that a site can set', () => {
    const highest = Object.fromEntries(Object.keys(defaultTaskWeights).map((k) => [k, 999]));
    const task = rankOf(
      { id: 1, task_type: 2, priority: 100, started_at: 0 },
      highest as unknown as typeof defaultTaskWeights,
    );
    expect(compareRank(rank(3, 0, 2), task)).toBeLessThan(0);
  });
  it('prefers the earlier start among equals', () => {
    expect(compareRank(rank(1, 50, 1), rank(1, 50, 2))).toBeLessThan(0);
  });
});

describe('claims at a terminal', () => {
  it('says who is pre-empted, who waits and who holds back whom', () => {
    const table = new ClaimTable();
    table.add(claim(1, 10), [7]);
    expect(table.add(claim(2, 20), [7])).toEqual([{ terminal: 7, from: 1, to: 2, dropped: null }]);
    expect(table.add(claim(3, 15), [7])).toEqual([]);
    expect(table.standing(2, 7)).toEqual({ kind: 'holds', over: 3 });
    expect(table.standing(1, 7)).toEqual({ kind: 'preempted', by: 2 });
    expect(table.standing(3, 7)).toEqual({ kind: 'waiting', by: 2 });
    expect(table.remove(2)).toEqual([{ terminal: 7, from: 2, to: 3, dropped: null }]);
    expect(table.standing(1, 7)).toEqual({ kind: 'preempted', by: 3 });
  });
  it('ends the claim of a policy "not at all" where it is taken, and only there', () => {
    const table = new ClaimTable();
    table.add(claim(1, 10, false), [7, 8]);
    expect(table.add(claim(2, 20), [7])).toEqual([{ terminal: 7, from: 1, to: 2, dropped: 1 }]);
    expect([...table.terminals(1)]).toEqual([8]);
    expect(table.remove(2)).toEqual([{ terminal: 7, from: 2, to: null, dropped: null }]);
    expect(table.holder(8)).toBe(1);
  });
  it('previews without changing anything', () => {
    const table = new ClaimTable();
    table.add(claim(1, 10), [7]);
    expect(table.preview(claim(9, 20).rank, 7)).toEqual({ kind: 'preempts', other: 1 });
    expect(table.preview(claim(9, 5).rank, 7)).toEqual({ kind: 'waits', other: 1 });
    expect(table.preview(claim(9, 5).rank, 8)).toBeNull();
    expect(table.holder(7)).toBe(1);
  });
});

/** The rule said naively: every terminal looked at after every step. */
interface Model {
  running: Map<number, { claim: Claim; terminals: Set<number> }>;
}
const highest = (model: Model, terminal: number) =>
  [...model.running.values()]
    .filter((b) => b.terminals.has(terminal))
    .sort((a, b) => compareRank(a.claim.rank, b.claim.rank))[0]?.claim ?? null;

describe('any sequence of starts and stops', () => {
  const terminals = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 10 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('start' as const),
      weight: fc.integer({ min: 0, max: 4 }),
      comesBack: fc.boolean(),
      terminals,
    }),
    fc.record({ kind: fc.constant('stop' as const), pick: fc.nat(20) }),
    fc.record({ kind: fc.constant('take' as const), pick: fc.nat(20), terminals }),
  );

  it('leaves each terminal with what the rule says, and reports exactly what changed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const table = new ClaimTable();
        const model: Model = { running: new Map() };
        const holders = new Map<number, number | null>();
        let id = 0;
        for (const s of steps) {
          let changes: ReturnType<ClaimTable['add']>;
          if (s.kind === 'start') {
            const own = claim(++id, s.weight, s.comesBack);
            changes = table.add(own, s.terminals);
            for (const t of s.terminals) {
              const before = highest(model, t);
              if (before && !before.comesBack && compareRank(own.rank, before.rank) < 0)
                model.running.get(before.broadcast)?.terminals.delete(t);
            }
            model.running.set(id, { claim: own, terminals: new Set(s.terminals) });
          } else {
            const running = [...model.running.keys()];
            const target = running[s.pick % Math.max(running.length, 1)] ?? 0;
            const some = s.kind === 'take' ? s.terminals : undefined;
            changes = table.remove(target, some);
            for (const t of some ?? [...(model.running.get(target)?.terminals ?? [])])
              model.running.get(target)?.terminals.delete(t);
          }
          for (const c of changes) {
            expect(c.from).toBe(holders.get(c.terminal) ?? null);
            holders.set(c.terminal, c.to);
          }
          const held = new Map<number, number>();
          for (let t = 0; t < 10; t++) {
            const expected = highest(model, t)?.broadcast ?? null;
            expect(table.holder(t)).toBe(expected);
            expect(holders.get(t) ?? null).toBe(expected);
            if (expected !== null) held.set(expected, (held.get(expected) ?? 0) + 1);
          }
          for (const [broadcast, { terminals: own }] of model.running) {
            expect([...table.terminals(broadcast)].sort()).toEqual([...own].sort());
            expect(table.heldCount(broadcast)).toBe(held.get(broadcast) ?? 0);
          }
        }
      }),
      randomRuns(300),
    );
  });
});
