import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '../../support/random.ts';
import { FakeAir, item } from './fakeAir.ts';

const TERMINALS = 5;
const terminals = fc.uniqueArray(fc.integer({ min: 1, max: TERMINALS }), {
  minLength: 1,
  maxLength: TERMINALS,
});
const pick = fc.nat(9);
const terminal = fc.integer({ min: 1, max: TERMINALS });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('start' as const),
      terminals,
      priority: fc.integer({ min: 0, max: 3 }),
      policy: fc.constantFrom('live' as const, 'none' as const, 'position' as const),
      /** Speech, a file, or exclusive silence. */
      audio_source: fc.constantFrom(1, 0, 0, 100),
      /** Scheduled, real-time, alarm: each outranks the one before, whatever the priorities. */
      task_type: fc.constantFrom(0 as const, 1 as const, 1 as const, 3 as const),
      /** Lead of the start before the first sound, as in schedules; 0: immediate. */
      ahead_ms: fc.constantFrom(0, 0, 600, 1000),
    }),
  },
  fc.record({
    kind: fc.constantFrom('stop', 'pause', 'resume', 'next', 'take', 'lose', 'return'),
    pick,
    terminal,
  }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('restart' as const), ms: fc.integer({ min: 1, max: 9000 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Known {
  id: number;
  priority: number;
  task_type: number;
  policy: string;
  audio_source: number;
  terminals: Set<number>;
  paused: boolean;
}

/** Reference model of claims over the actions of the test, without the engine's own state. */
class Rule {
  readonly known = new Map<number, Known>();
  readonly mixers: ReadonlySet<number>;
  constructor(mixers: ReadonlySet<number>) {
    this.mixers = mixers;
  }
  /** Claims that are heard: the highest; with voice mix, below speech only also the highest file. */
  heard(t: number): Known[] {
    const all = [...this.known.values()].filter((k) => k.terminals.has(t));
    all.sort((a, b) => b.task_type - a.task_type || b.priority - a.priority || a.id - b.id);
    const part = (k: Known | undefined) => (k?.task_type === 3 ? 'alone' : k?.audio_source);
    const first = all.findIndex((k) => part(k) !== 1);
    const under = part(all[first]) === 0 && first > 0 && this.mixers.has(t);
    return under ? [all[0] as Known, all[first] as Known] : all.slice(0, 1);
  }
  taken(k: Known): boolean {
    return [...k.terminals].every((t) => !this.heard(t).includes(k));
  }
}

async function act(air: FakeAir, rule: Rule, s: Step): Promise<void> {
  const all = [...rule.known.values()];
  const chosen = 'pick' in s ? all[s.pick % Math.max(1, all.length)] : undefined;
  const b = chosen && air.engine.get(chosen.id);
  if (s.kind === 'start') {
    const before = new Map(s.terminals.map((t) => [t, rule.heard(t)]));
    const list = [item('a', 3_600_000), item('b', 3_600_000)];
    const { audio_source, task_type } = s;
    const row = { priority: s.priority, resume_policy: s.policy, audio_source, task_type, loop: 1 };
    const from_us = s.ahead_ms === 0 ? undefined : air.clock.now() + s.ahead_ms * 1000;
    const id = await air.start(s.terminals, list, row, undefined, from_us);
    const { priority, policy } = s;
    const own = {
      id,
      priority,
      task_type,
      policy,
      audio_source,
      terminals: new Set(s.terminals),
      paused: false,
    };
    rule.known.set(id, own);
    for (const [t, preempted] of before)
      for (const one of preempted)
        if (one.policy === 'none' && !rule.heard(t).includes(one)) one.terminals.delete(t);
    await air.pass(s.ahead_ms);
  } else if (s.kind === 'pass') await air.pass(s.ms);
  else if (s.kind === 'restart') await air.restart(s.ms);
  else if (s.kind === 'lose') air.disconnect(s.terminal);
  else if (s.kind === 'return' && !air.links.has(s.terminal)) air.connect(s.terminal);
  if (!chosen || !b) return;
  if (s.kind === 'stop') {
    await air.engine.stop(b);
    rule.known.delete(chosen.id);
  } else if (s.kind === 'pause' && !chosen.paused) {
    chosen.paused = true;
    await air.engine.pause(b);
  } else if (s.kind === 'resume' && chosen.paused) {
    chosen.paused = false;
    await air.engine.resume(b);
  } else if (s.kind === 'next') await air.engine.jump(b, 'next');
  else if (s.kind === 'take') {
    chosen.terminals.delete(s.terminal);
    await air.engine.takeOut(b, [s.terminal]);
  }
}

function check(air: FakeAir, rule: Rule): void {
  for (const known of rule.known.values()) {
    const b = air.get(known.id);
    expect([...b.targets.keys()].sort()).toEqual([...known.terminals].sort());
    const frozen = b.row.resume_policy === 'position' && rule.taken(known);
    expect(b.from_us !== null).toBe(!known.paused && !frozen);
  }
  for (let t = 1; t <= TERMINALS; t++) {
    const wanted = rule.heard(t);
    if (!air.links.has(t)) continue;
    const sounding = wanted
      .filter(({ paused }) => !paused)
      .map(({ id }) => {
        const b = air.get(id);
        const segment = b.timeline.segment(b.positionAt(air.clock.now()));
        const packet = Math.floor((segment?.offset_ms ?? -1) / 20);
        return { stream: id, path: segment?.item === 0 ? 'a' : 'b', packet };
      });
    const byStream = (a: { stream: number }, b: { stream: number }) => a.stream - b.stream;
    expect(air.now(t).sort(byStream)).toEqual(sounding.sort(byStream));
    const shown = wanted.find(({ paused }) => !paused) ?? wanted[0];
    expect(air.shown.get(t)?.task_id ?? null).toBe(shown?.id ?? null);
    const [over, under] = wanted;
    const isMixed = under !== undefined && !over?.paused && !under.paused;
    if (isMixed) expect(air.shown.get(t)?.reason.key).toBe('ducking');
    if (isMixed && under) expect(air.reason(under.id, t)).toMatchObject({ key: 'ducked' });
  }
}

describe('any sequence of starts, stops, losses and returns', () => {
  it.each([
    ['off', []],
    ['on, at some terminals', [1, 3, 4]],
  ])(
    'leaves each terminal with what the rule says, each at its position: voice mix %s',
    async (_, mixers) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const air = new FakeAir({ voiceMix: mixers.length > 0, mixers });
          for (let t = 1; t <= TERMINALS; t++) air.connect(t);
          const rule = new Rule(new Set(mixers));
          for (const s of steps) {
            await act(air, rule, s);
            for (const known of [...rule.known.values()]) {
              if (known.terminals.size === 0) rule.known.delete(known.id);
            }
            // All effects of a step are heard within the lead of 200 ms and a tick.
            await air.pass(300);
            check(air, rule);
          }
          expect(air.terminals.every((t) => t.late === 0)).toBe(true);
          expect(air.warnings).toEqual([]);
        }),
        randomRuns(60),
      );
    },
  );
});
