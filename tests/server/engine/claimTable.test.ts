import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultTaskWeights } from '../../../contract/constants.ts';
import { compareRank, type MixClass } from '../../../contract/protocol/arbitration.ts';
import type { Claim } from '../../../server/air/engine/claim.ts';
import { ClaimTable } from '../../../server/air/engine/claimTable.ts';
import { mixClassOf, rankOf } from '../../../server/air/engine/rank.ts';
import { randomRuns } from '../../support/random.ts';

const claim = (broadcast: number, weight: number, comesBack = true, part: MixClass = 'programme'): Claim => ({
  broadcast,
  rank: { weight, started_at: broadcast, id: broadcast },
  part,
  comesBack,
});
const speech = (broadcast: number, weight: number, comesBack = true) =>
  claim(broadcast, weight, comesBack, 'speech');

describe('rank of claims', () => {
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
  it('puts an exam between alarms and everything else, and its silence below its bells', () => {
    const exam = (priority: number, audio_source: number) =>
      rankOf({ id: 9, task_type: 0, priority, started_at: 9, audio_source, exam: true }, defaultTaskWeights);
    const order = [rank(1, 0, 1, true), rank(3, 0), exam(100, 0), exam(0, 1), exam(100, 100), rank(888, 100)];
    expect(order.toReversed().sort(compareRank)).toEqual(order);
  });
  it('prefers the earlier start among equals', () => {
    expect(compareRank(rank(1, 50, 1), rank(1, 50, 2))).toBeLessThan(0);
  });
});

describe('claims at a terminal', () => {
  it('tells which claims are pre-empted, which wait and which hold them back', () => {
    const table = new ClaimTable();
    table.add(claim(1, 10), [7]);
    expect(table.add(claim(2, 20), [7])).toEqual([{ terminal: 7, before: [1], after: [2], dropped: [] }]);
    expect(table.add(claim(3, 15), [7])).toEqual([]);
    expect(table.standing(2, 7)).toEqual({ kind: 'holds', over: 3, ducks: false });
    expect(table.standing(1, 7)).toEqual({ kind: 'preempted', by: 2 });
    expect(table.standing(3, 7)).toEqual({ kind: 'waiting', by: 2 });
    expect(table.remove(2)).toEqual([{ terminal: 7, before: [2], after: [3], dropped: [] }]);
    expect(table.standing(1, 7)).toEqual({ kind: 'preempted', by: 3 });
  });
  it('ends a pre-empted claim of the policy "not at all", at that terminal only', () => {
    const table = new ClaimTable();
    table.add(claim(1, 10, false), [7, 8]);
    expect(table.add(claim(2, 20), [7])).toEqual([{ terminal: 7, before: [1], after: [2], dropped: [1] }]);
    expect([...table.terminals(1)]).toEqual([8]);
    expect(table.remove(2)).toEqual([{ terminal: 7, before: [2], after: [], dropped: [] }]);
    expect(table.holder(8)).toBe(1);
  });
  it('previews without changing anything', () => {
    const table = new ClaimTable();
    table.add(claim(1, 10), [7]);
    expect(table.preview(claim(9, 20).rank, 'programme', 7)).toEqual([{ kind: 'preempts', other: 1 }]);
    expect(table.preview(claim(9, 5).rank, 'programme', 7)).toEqual([{ kind: 'waits', other: 1 }]);
    expect(table.preview(claim(9, 5).rank, 'programme', 8)).toEqual([]);
    expect(table.holder(7)).toBe(1);
  });
});

describe('voice mix', () => {
  const part = (over: Partial<Parameters<typeof mixClassOf>[0]>, mix = true) =>
    mixClassOf({ task_type: 1, audio_source: 0, ...over }, mix);
  it('separates speech from programme; alarms, the emergency microphone and calls are neither', () => {
    expect([0, 2, 3, 5].map((audio_source) => part({ audio_source }))).toEqual(Array(4).fill('programme'));
    expect([1, 4, 99].map((audio_source) => part({ audio_source }))).toEqual(Array(3).fill('speech'));
    expect(part({ task_type: 2, audio_source: 99 })).toBe('speech');
    expect(part({ audio_source: 99, emergency: true })).toBe('alone');
    expect(part({ audio_source: 1, task_type: 3 })).toBe('alone');
    expect(part({ audio_source: 0, task_type: 3 })).toBe('alone');
    expect(part({ audio_source: 99, task_type: 888 })).toBe('alone');
    expect([100, 101].map((audio_source) => part({ audio_source }))).toEqual(['alone', 'alone']);
    expect(part({ audio_source: 99 }, false)).toBe('alone');
  });
  it('keeps the programme under speech, whatever its policy; exclusive sound pre-empts it', () => {
    const table = new ClaimTable((terminal) => terminal === 7);
    table.add(claim(1, 10, false), [7, 8]);
    expect(table.add(speech(2, 20), [7, 8])).toEqual([
      { terminal: 7, before: [1], after: [2, 1], dropped: [] },
      { terminal: 8, before: [1], after: [2], dropped: [1] },
    ]);
    expect(table.standing(1, 7)).toEqual({ kind: 'ducked', by: 2 });
    expect(table.standing(2, 7)).toEqual({ kind: 'holds', over: 1, ducks: true });
    expect(table.add(speech(3, 30), [7])).toEqual([
      { terminal: 7, before: [2, 1], after: [3, 1], dropped: [] },
    ]);
    expect(table.add(claim(4, 40, true, 'alone'), [7])).toEqual([
      { terminal: 7, before: [3, 1], after: [4], dropped: [1] },
    ]);
    expect(table.remove(4)).toEqual([{ terminal: 7, before: [4], after: [3], dropped: [] }]);
  });
  it('plays nothing below a claim that is held back by exclusive sound', () => {
    const table = new ClaimTable(() => true);
    table.add(claim(1, 10), [7]);
    table.add(claim(2, 20, true, 'alone'), [7]);
    table.add(speech(3, 30), [7]);
    expect(table.heard(7)).toEqual([3]);
    table.remove(2);
    expect(table.heard(7)).toEqual([3, 1]);
  });
  it('previews which programmes would be ducked, and under which speech', () => {
    const table = new ClaimTable(() => true);
    table.add(claim(1, 10), [7]);
    expect(table.preview(speech(9, 20).rank, 'speech', 7)).toEqual([{ kind: 'ducks', other: 1 }]);
    table.add(speech(2, 20), [7]);
    expect(table.preview(claim(9, 15).rank, 'programme', 7)).toEqual([
      { kind: 'preempts', other: 1 },
      { kind: 'ducked', other: 2 },
    ]);
    expect(table.preview(speech(9, 5).rank, 'speech', 7)).toEqual([{ kind: 'waits', other: 2 }]);
    expect(table.preview(claim(9, 30).rank, 'alone', 7)).toEqual([
      { kind: 'preempts', other: 2 },
      { kind: 'preempts', other: 1 },
    ]);
  });
});

/** Reference model: every terminal is evaluated after every step. */
interface Model {
  running: Map<number, { claim: Claim; terminals: Set<number> }>;
  /** Terminals that can play two broadcasts at once. */
  mixers: Set<number>;
}
/**
 * Restates the rule: a claim is heard when nothing above it claims the terminal; a programme also when all
 * claims above it are speech, it is the first such programme, and the terminal can mix.
 */
function heardAt({ running, mixers }: Model, terminal: number): Claim[] {
  const all = [...running.values()].filter((b) => b.terminals.has(terminal)).map((b) => b.claim);
  const above = (one: Claim) => all.filter((other) => compareRank(other.rank, one.rank) < 0);
  return all
    .filter((one) => {
      const over = above(one);
      const lies = one.part === 'programme' && over.every((other) => other.part === 'speech');
      return over.length === 0 || (mixers.has(terminal) && lies);
    })
    .sort((a, b) => compareRank(a.rank, b.rank));
}

describe('any sequence of starts, stops and changes of terminals', () => {
  const terminals = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 10 });
  const parts = (mix: boolean) =>
    mix
      ? fc.constantFrom<MixClass>('alone', 'speech', 'programme')
      : fc.constantFrom<MixClass>('alone', 'programme');
  const stepWith = (mix: boolean) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('start' as const),
          weight: fc.integer({ min: 0, max: 4 }),
          comesBack: fc.boolean(),
          part: parts(mix),
          terminals,
        }),
      },
      fc.record({ kind: fc.constant('stop' as const), pick: fc.nat(20) }),
      fc.record({ kind: fc.constant('take' as const), pick: fc.nat(20), terminals }),
      fc.record({ kind: fc.constant('refit' as const), terminal: fc.integer({ min: 0, max: 9 }) }),
    );
  type Step = ReturnType<typeof stepWith> extends fc.Arbitrary<infer S> ? S : never;

  function run(steps: readonly Step[], isMixed: boolean): void {
    const model: Model = { running: new Map(), mixers: new Set([1, 3, 5, 7, 9]) };
    const table = new ClaimTable((terminal) => model.mixers.has(terminal));
    const published = new Map<number, number[]>();
    let id = 0;
    for (const s of steps) {
      let changes: ReturnType<ClaimTable['add']>;
      if (s.kind === 'start') {
        const own = claim(++id, s.weight, s.comesBack, s.part);
        changes = table.add(own, s.terminals);
        const before = new Map(s.terminals.map((t) => [t, heardAt(model, t)]));
        model.running.set(id, { claim: own, terminals: new Set(s.terminals) });
        for (const t of s.terminals) {
          const after = heardAt(model, t);
          for (const one of before.get(t) ?? [])
            if (!one.comesBack && !after.includes(one)) model.running.get(one.broadcast)?.terminals.delete(t);
        }
      } else if (s.kind === 'refit') {
        if (!model.mixers.delete(s.terminal)) model.mixers.add(s.terminal);
        changes = table.refit(s.terminal);
      } else {
        const running = [...model.running.keys()];
        const target = running[s.pick % Math.max(running.length, 1)] ?? 0;
        const some = s.kind === 'take' ? s.terminals : undefined;
        changes = table.remove(target, some);
        for (const t of some ?? [...(model.running.get(target)?.terminals ?? [])])
          model.running.get(target)?.terminals.delete(t);
      }
      for (const c of changes) {
        expect(c.before).toEqual(published.get(c.terminal) ?? []);
        published.set(c.terminal, c.after);
      }
      const count = new Map<number, number>();
      for (let t = 0; t < 10; t++) {
        const expected = heardAt(model, t).map(({ broadcast }) => broadcast);
        expect(table.heard(t)).toEqual(expected);
        expect(published.get(t) ?? []).toEqual(expected);
        // Without speech that mixes, a terminal plays at most one broadcast.
        if (!isMixed) expect(expected.length).toBeLessThan(2);
        for (const one of expected) count.set(one, (count.get(one) ?? 0) + 1);
      }
      for (const [broadcast, { terminals: own }] of model.running) {
        expect([...table.terminals(broadcast)].sort()).toEqual([...own].sort());
        expect(table.heardCount(broadcast)).toBe(count.get(broadcast) ?? 0);
      }
    }
  }

  it.each([
    ['on', true],
    ['off', false],
  ])(
    'leaves each terminal with what the rule says, and reports exactly what changed: voice mix %s',
    (_, mix) => {
      fc.assert(
        fc.property(fc.array(stepWith(mix), { maxLength: 40 }), (steps) => run(steps, mix)),
        randomRuns(300),
      );
    },
  );
});
