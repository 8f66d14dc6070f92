import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopMode, playOrder } from '../../../contract/codes.ts';
import { report } from '../../../contract/protocol/terminal.ts';
import { DeliveryCounter } from '../../../server/air/engine/state/deliveryCounter.ts';
import { PlaybackState } from '../../../server/air/engine/state/playbackState.ts';
import { SourcePosition } from '../../../server/air/engine/state/sourcePosition.ts';
import { Targets } from '../../../server/air/engine/state/targets.ts';
import { createTimeline, PACKET_MS } from '../../../server/sound/source/timeline.ts';
import { randomRuns } from '../../support/random.ts';

const PACKET_US = PACKET_MS * 1000;
const list = (packets: readonly number[]) =>
  createTimeline({
    durations: packets.map((count) => count * PACKET_MS),
    play_order: playOrder.sequential,
    loop: loopMode.listOnce,
    interval_ms: 0,
    seed: 1,
  });
const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 });

describe('the position of a broadcast', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), packets: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constantFrom('play' as const, 'suspend' as const) }),
    fc.record({ kind: fc.constant('jump' as const), packets: lengths, to: fc.nat(60) }),
    fc.record({ kind: fc.constant('down' as const), packets: fc.nat(40) }),
  );

  it('is what a count of the packets played gives, after any history', () => {
    fc.assert(
      fc.property(
        lengths,
        fc.option(fc.integer({ min: 1, max: 120 })),
        fc.array(step, { maxLength: 30 }),
        (packets, limit, steps) => {
          const position = new SourcePosition(list(packets), 0, limit === null ? null : limit * PACKET_MS);
          let nowUs = 1_000_000;
          let isPlaying = false;
          let length = packets.reduce((sum, count) => sum + count, 0);
          let at = 0;
          let left = limit ?? Number.POSITIVE_INFINITY;
          // Position and limit go on behind the end of the list, where nothing is left to play.
          const pass = (count: number) => {
            for (let i = 0; i < count && left > 0; i++) {
              at++;
              left--;
            }
          };
          for (const s of steps) {
            if (s.kind === 'pass') {
              nowUs += s.packets * PACKET_US;
              if (isPlaying) pass(s.packets);
            } else if (s.kind === 'play' && !isPlaying) {
              position.play(nowUs);
              isPlaying = true;
            } else if (s.kind === 'suspend' || s.kind === 'jump' || s.kind === 'down') {
              position.suspend(nowUs);
              isPlaying = false;
            }
            if (s.kind === 'jump') {
              length = s.packets.reduce((sum, count) => sum + count, 0);
              at = Math.min(s.to, length);
              position.moveTo({ position: at * PACKET_MS, timeline: list(s.packets) });
            } else if (s.kind === 'down') {
              position.catchUp(s.packets * PACKET_MS);
              pass(s.packets);
            }
            expect(position.at(nowUs)).toBe(at * PACKET_MS);
            expect(Math.max(0, position.leftAt(nowUs))).toBe(
              Math.max(0, Math.min(length - at, left)) * PACKET_MS,
            );
            if (!isPlaying) expect(position.isOver).toBe(at >= length || left === 0);
            expect(position.from_us !== null).toBe(isPlaying);
          }
        },
      ),
      randomRuns(300),
    );
  });
});

describe('work that was begun for a broadcast', () => {
  it('is wanted until the next pause, move or end, and one opening goes on at most', () => {
    const action = fc.constantFrom('pause', 'resume', 'supersede', 'open', 'end');
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
        const playback = new PlaybackState(false, false);
        const begun: { isWanted: () => boolean; isOpening: boolean }[] = [];
        let isPaused = false;
        let current: { isOpening: boolean } | null = null;
        for (const name of actions) {
          if (name === 'resume') playback.resume();
          else current = null;
          if (name === 'pause') playback.pause();
          if (name === 'end') playback.end('stopped', 1);
          if (name === 'pause') isPaused = true;
          if (name === 'resume') isPaused = false;
          if (name === 'open' || name === 'supersede') {
            const work = { isWanted: playback[name](), isOpening: name === 'open' };
            begun.push(work);
            current = work;
          }
          expect(begun.filter(({ isWanted }) => isWanted())).toEqual(current === null ? [] : [current]);
          expect(playback.isOpening).toBe(current?.isOpening ?? false);
          expect(playback.isPaused).toBe(isPaused);
        }
        expect(playback.ended?.reason).toBe(actions.includes('end') ? 'stopped' : undefined);
      }),
      randomRuns(200),
    );
  });
});

describe('the targets of a broadcast', () => {
  const terminal = fc.integer({ min: 1, max: 4 });
  const step = fc.record({ kind: fc.constantFrom('add', 'remove', 'forget'), terminal });

  it('are current or former, and keep their proof when they leave and come back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const targets = new Targets([{ terminal_id: 1, org: null }]);
        const kept = new Map([[1, targets.find(1)]]);
        const current = new Set([1]);
        for (const { kind, terminal } of steps) {
          if (kind === 'add') {
            const isNew = !current.has(terminal);
            expect(targets.add([{ terminal_id: terminal, org: null }])).toEqual(isNew ? [terminal] : []);
            current.add(terminal);
            if (!kept.has(terminal)) kept.set(terminal, targets.find(terminal));
          } else if (kind === 'remove') {
            const reason = { key: 'moved', params: { task: 'a' } } as const;
            expect(targets.remove(terminal, reason)).toBe(current.delete(terminal));
          } else {
            expect(targets.forget(terminal)).toBe(current.delete(terminal));
            kept.delete(terminal);
          }
          expect(new Set(targets.current.keys())).toEqual(current);
          expect(new Set([...targets.current.keys(), ...targets.former.keys()])).toEqual(
            new Set(kept.keys()),
          );
          expect(targets.current.size + targets.former.size).toBe(kept.size);
          for (const [id, target] of kept) {
            expect(targets.find(id)).toBe(target);
            expect(target?.proof().reason ?? null).toBe(current.has(id) ? null : 'left:moved:a');
          }
        }
      }),
      randomRuns(200),
    );
  });
});

it('counts that cannot be are cut to the sound that can have been sent since the opening', () => {
  const counter = new DeliveryCounter();
  counter.opened(10_000_000);
  const take = (counts: object) => {
    const times = { firstUs: null, at_us: null, provenUs: 2_000_000, nowUs: 20_000_000 };
    counter.add(report.parse({ type: 'report', state: 'playing', stream: 1, ...counts }), true, times);
    return counter.totals;
  };
  const absurd = Number.MAX_SAFE_INTEGER;
  expect(take({ received: 400, lost: 3, late: 2, gaps: 1, missed_ms: 60 })).toMatchObject({ received: 400 });
  // Ten seconds that have passed, and a minute that a terminal may store ahead.
  const most = { received: 3500, lost: 3500, late: 3500, gaps: 3500, missed_ms: 70_000 };
  expect(
    take({ received: absurd, lost: absurd, late: absurd, gaps: absurd, missed_ms: absurd }),
  ).toMatchObject(most);
  // A second opening adds to it.
  counter.opened(20_000_000);
  expect(take({ received: absurd })).toMatchObject({ received: 3500 + 3000, lost: 3500 });
});

it('time that the card had missed before a restart of the server is not taken off again', () => {
  const stored = { played_ms: 900, received: 50, lost: 0, late: 0, gaps: 1, missed_ms: 100 };
  const counter = new DeliveryCounter(stored);
  const at = (position_us: number, received: number, gaps: number, missed_ms: number) => {
    const seen = { state: 'playing', stream: 1, position_us, received, gaps, missed_ms };
    const times = { firstUs: 1_000_000, at_us: position_us, provenUs: 2_000_000, nowUs: position_us };
    counter.add(report.parse({ type: 'report', ...seen }), true, times);
    return counter.totals;
  };
  expect(at(2_000_000, 50, 0, 0)).toMatchObject({ played_ms: 1900, received: 100, gaps: 1, missed_ms: 100 });
  expect(at(3_000_000, 100, 1, 30)).toMatchObject({
    played_ms: 2870,
    received: 150,
    gaps: 2,
    missed_ms: 130,
  });
});
