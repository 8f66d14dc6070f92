import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallEnd } from '../../../contract/protocol/call.ts';
import {
  type Call,
  type Called,
  RING_EACH_MS,
  RING_MS,
  Switchboard,
} from '../../../server/air/calls/switchboard.ts';
import { randomRuns } from '../../support/random.ts';

function bench(offline = new Set<number>()) {
  const notified: [station: number, reason: CallEnd][] = [];
  const ended: [call: number, reason: CallEnd][] = [];
  const clock = { ms: 0 };
  const board = new Switchboard({
    now: () => clock.ms,
    isOnline: (station) => !offline.has(station),
    isTaken: () => false,
    changed: () => {},
    left: (station, _call, reason) => notified.push([station, reason]),
    ended: (call, reason) => ended.push([call.id, reason]),
  });
  const one = (station: number): Called => ({ name: `S${station}`, stations: [station], ring: 'all' });
  const dial = (caller: number, called: Called | undefined, priority = 0, through = false) =>
    board.dial({ caller, number: '1', priority, through, called });
  const wait = (ms: number) => {
    clock.ms += ms;
    board.tick();
  };
  return { board, notified, ended, dial, one, wait, offline };
}

describe('a call', () => {
  test('rings, is answered and hung up', () => {
    const { board, dial, one, ended, notified } = bench();
    const call = dial(1, one(2)) as Call;
    expect(call).toMatchObject({ state: 'ringing', callee: null });
    board.answer(2, call.id);
    expect(call).toMatchObject({ state: 'talking', callee: 2 });
    board.hangUp(2, call.id);
    expect(ended).toEqual([[call.id, 'hung_up']]);
    expect(notified.map(([station]) => station)).toEqual([1, 2]);
    expect(board.callOf(1)).toBeUndefined();
  });

  test.each<[string, (b: ReturnType<typeof bench>) => Call | CallEnd, CallEnd]>([
    ['to nobody', (b) => b.dial(1, undefined), 'unknown'],
    ['to itself', (b) => b.dial(1, b.one(1)), 'self'],
    ['to one offline', (b) => b.dial(1, b.one(9)), 'offline'],
    ['to one in a call', (b) => [b.dial(2, b.one(3)), b.dial(1, b.one(3))].at(-1) as CallEnd, 'busy'],
    ['from one in a call', (b) => [b.dial(1, b.one(3)), b.dial(1, b.one(2))].at(-1) as CallEnd, 'busy'],
  ])('a call %s is refused', (_, act, reason) => {
    expect(act(bench(new Set([9])))).toBe(reason);
  });

  test('ends when it is not answered, refused, cancelled, or the caller is lost', () => {
    const b = bench();
    b.dial(1, b.one(2));
    b.wait(RING_MS - 1);
    expect(b.ended).toEqual([]);
    b.wait(1);
    const refused = b.dial(1, b.one(2)) as Call;
    b.board.hangUp(2, refused.id);
    const cancelled = b.dial(1, b.one(2)) as Call;
    b.board.hangUp(1, cancelled.id);
    b.dial(1, b.one(2));
    b.board.lost(1);
    expect(b.ended.map(([, reason]) => reason)).toEqual(['no_answer', 'refused', 'cancelled', 'lost']);
  });

  test('of a higher priority breaks in; one of the same does not', () => {
    const b = bench();
    const low = b.dial(1, b.one(2), 5) as Call;
    b.board.answer(2, low.id);
    expect(b.dial(3, b.one(2), 5)).toBe('busy');
    const high = b.dial(3, b.one(2), 6) as Call;
    expect(b.ended).toEqual([[low.id, 'replaced']]);
    expect(b.board.callOf(2)).toBe(high);
    expect(b.board.callOf(1)).toBeUndefined();
  });

  test('connected directly is talked in at once', () => {
    const b = bench();
    expect(b.dial(1, b.one(2), 0, true)).toMatchObject({ state: 'talking', callee: 2 });
  });
});

describe('a virtual caster', () => {
  const three = (ring: Called['ring']): Called => ({ name: 'Reception', stations: [2, 3, 4], ring });

  test('rings all its members; the first to answer wins', () => {
    const b = bench(new Set([3]));
    const call = b.dial(1, three('all')) as Call;
    expect([...call.ringing]).toEqual([2, 4]);
    b.board.answer(4, call.id);
    expect(b.notified).toEqual([[2, 'answered_elsewhere']]);
    b.board.answer(2, call.id);
    expect(call.callee).toBe(4);
  });

  test('continues ringing while one member is left, and ends when the last has refused', () => {
    const b = bench();
    const call = b.dial(1, three('all')) as Call;
    b.board.hangUp(2, call.id);
    b.board.hangUp(3, call.id);
    expect(b.ended).toEqual([]);
    b.board.hangUp(4, call.id);
    expect(b.ended).toEqual([[call.id, 'refused']]);
  });

  test('rings its members in order, each for its time', () => {
    const b = bench();
    const call = b.dial(1, three('order')) as Call;
    expect([...call.ringing]).toEqual([2]);
    b.wait(RING_EACH_MS);
    expect([...call.ringing]).toEqual([3]);
    b.board.hangUp(3, call.id);
    expect([...call.ringing]).toEqual([4]);
    b.wait(RING_MS);
    expect(b.ended).toEqual([[call.id, 'no_answer']]);
  });
});

const step = fc.record({
  station: fc.nat(5),
  act: fc.constantFrom('dial', 'dial', 'answer', 'hangUp', 'wait', 'link'),
  members: fc.uniqueArray(fc.nat(5)),
  ring: fc.constantFrom<Called['ring']>('all', 'order'),
  priority: fc.nat(2),
  through: fc.boolean(),
  ms: fc.nat(RING_MS),
});

test('a call that moves on breaks into one due at the same moment: that one ends once', () => {
  const b = bench();
  // 1 calls 2, then 5, then 3; 4 rings at 3 until the moment when it is the turn of 3.
  const upper = b.dial(1, { name: 'Desk', stations: [2, 5, 3], ring: 'order' }, 5) as Call;
  b.dial(4, b.one(3));
  b.wait(RING_EACH_MS);
  b.wait(RING_MS - RING_EACH_MS);
  expect(b.board.callOf(3)).toBe(upper);
  expect(b.notified.filter(([station]) => station === 3)).toEqual([[3, 'replaced']]);
});

test('random histories: a station is in one call at most, calls know their stations, and each leaving station is notified', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const b = bench();
      let inside = new Set<number>();
      for (const { station, act, members, ring, priority, through, ms } of steps) {
        b.notified.length = 0;
        const held = b.board.callOf(station);
        if (act === 'dial' && !b.offline.has(station))
          b.dial(station, { name: 'x', stations: members, ring }, priority, through);
        else if (act === 'answer') b.board.answer(station, held?.id ?? 1);
        else if (act === 'hangUp') b.board.hangUp(station, held?.id ?? 1);
        else if (act === 'wait') b.wait(ms);
        else if (act === 'link' && !b.offline.delete(station)) {
          b.offline.add(station);
          b.board.lost(station);
        }
        const now = new Set<number>();
        for (const call of b.board.calls()) {
          const people = [call.caller, ...call.ringing, ...(call.callee === null ? [] : [call.callee])];
          for (const one of people) {
            expect(now.has(one)).toBe(false);
            expect(b.board.callOf(one)).toBe(call);
            expect(b.offline.has(one)).toBe(false);
            now.add(one);
          }
          if (call.state === 'talking') expect([call.callee !== null, call.ringing.size]).toEqual([true, 0]);
          else expect([call.callee, call.ringing.size > 0]).toEqual([null, true]);
        }
        for (let one = 0; one < 6; one++) if (b.board.callOf(one)) expect(now.has(one)).toBe(true);
        for (const one of inside) if (!now.has(one)) expect(b.notified.map(([left]) => left)).toContain(one);
        inside = now;
      }
    }),
    randomRuns(200),
  );
});
