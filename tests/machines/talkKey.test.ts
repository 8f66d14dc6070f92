import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { HOLD_MS, type TalkKeyEvent, type TalkKeyInput, talkKeyMachine } from '../../src/machines/talkKey.ts';
import { randomRuns } from '../support/random.ts';

/** A talk key, a clock that the test moves, and the calls made. `live`: a talk is in progress. */
function key(way: TalkKeyInput['way'], live = false) {
  const clock = new SimulatedClock();
  const did: string[] = [];
  const world = { live };
  const actor = createActor(talkKeyMachine, {
    clock,
    input: {
      way,
      isLive: () => world.live,
      begin(held) {
        world.live = true;
        did.push(held ? 'begin held' : 'begin latched');
      },
      latch: () => did.push('latch'),
      end() {
        world.live = false;
        did.push('end');
      },
      confirm: () => did.push('ask'),
    },
  }).start();
  const send = (type: TalkKeyEvent['type'], source = 'pointer 1') =>
    actor.send({ type, source } as TalkKeyEvent);
  return { send, did, world, wait: (ms: number) => clock.increment(ms) };
}

describe('the all-call key', () => {
  test('held: on the air after 600 ms and not before, off at release', () => {
    const { send, wait, did } = key('guarded');
    send('key.press');
    wait(HOLD_MS - 1);
    expect(did).toEqual([]);
    wait(1);
    expect(did).toEqual(['begin held']);
    wait(60_000);
    send('key.release');
    expect(did).toEqual(['begin held', 'end']);
  });

  test('a short press asks, and so do Enter and assistive technology; none opens the microphone', () => {
    const { send, wait, did } = key('guarded');
    send('key.press');
    wait(HOLD_MS - 1);
    send('key.release');
    send('key.tap');
    wait(10_000);
    expect(did).toEqual(['ask', 'ask']);
  });

  test('a press cancelled before 600 ms opens nothing and asks nothing', () => {
    const { send, wait, did } = key('guarded');
    send('key.press');
    wait(300);
    send('key.cancel');
    wait(10_000);
    send('key.release');
    expect(did).toEqual([]);
  });

  test('a cancelled hold ends the talk at once', () => {
    const { send, wait, did } = key('guarded');
    send('key.press');
    wait(HOLD_MS);
    send('key.cancel');
    send('key.release');
    expect(did).toEqual(['begin held', 'end']);
  });

  test('a second finger begins nothing, and its release ends nothing; the release of the first does', () => {
    const { send, wait, did } = key('guarded');
    send('key.press', 'pointer 1');
    send('key.press', 'pointer 2');
    send('key.release', 'pointer 2');
    wait(HOLD_MS);
    send('key.press', 'key');
    send('key.release', 'key');
    expect(did).toEqual(['begin held']);
    send('key.release', 'pointer 1');
    expect(did).toEqual(['begin held', 'end']);
  });

  test('a press ends a latched talk, of any origin, and begins nothing new however long it is held', () => {
    const { send, wait, did } = key('guarded', true);
    send('key.press');
    wait(10_000);
    send('key.press');
    send('key.release');
    expect(did).toEqual(['end']);
    const tapped = key('guarded', true);
    tapped.send('key.tap');
    expect(tapped.did).toEqual(['end']);
  });
});

describe('the key of the dialog with a choice of targets', () => {
  test('a short press latches, a long one ends at release, a cancelled one ends however short it was', () => {
    const short = key('direct');
    short.send('key.press');
    short.wait(HOLD_MS - 1);
    short.send('key.release');
    short.send('key.cancel');
    expect(short.did).toEqual(['begin held', 'latch']);
    const long = key('direct');
    long.send('key.press');
    long.wait(HOLD_MS);
    long.send('key.release');
    expect(long.did).toEqual(['begin held', 'end']);
    const cancelled = key('direct');
    cancelled.send('key.press');
    cancelled.wait(HOLD_MS - 1);
    cancelled.send('key.cancel');
    expect(cancelled.did).toEqual(['begin held', 'end']);
  });
});

test('random histories: nothing held stays on the air after the last finger is released', () => {
  const step = fc.oneof(
    fc.record({ ms: fc.integer({ min: 1, max: 900 }) }),
    fc.record({
      type: fc.constantFrom('key.press', 'key.release', 'key.cancel', 'key.tap'),
      source: fc.constantFrom('pointer 1', 'pointer 2'),
    }),
  );
  const history = fc.array(step, { maxLength: 14 });
  const way = fc.constantFrom('guarded', 'direct');
  fc.assert(
    fc.property(way, fc.boolean(), history, (kind, live, steps) => {
      const one = key(kind, live);
      for (const what of steps) {
        if ('ms' in what) one.wait(what.ms);
        else one.send(what.type, what.source);
      }
      const before = one.did.length;
      one.send('key.cancel');
      one.wait(10_000);
      const held = one.did.lastIndexOf('begin held');
      const settled = one.did.slice(held + 1).some((what) => what === 'latch' || what === 'end');
      expect(held < 0 || settled).toBe(true);
      // Without a press no talk begins, however much time passes.
      expect(one.did.slice(before).filter((what) => what !== 'end')).toEqual([]);
    }),
    { seed: 13, ...randomRuns(500) },
  );
});
