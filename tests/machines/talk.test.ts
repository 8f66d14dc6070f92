import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { TALK_LOST_MS } from '../../contract/protocol/talk.ts';
import type { TalkNews } from '../../src/api/microphone/microphone.ts';
import { createTalkMachine } from '../../src/machines/talk.ts';

const order = { mode: 'all_call', targets: { all: true }, chime: false, microphone: 'usb' } as const;
const counts = { targets: 4, sounding: 3, preempted: 0, offline: 1, interrupts: 2, lowers: 0, unheard: [] };

/** The talk machine of a browser whose microphone the test operates. `open`: number of open microphones. */
function talk() {
  const clock = new SimulatedClock();
  const world = { now: 0, open: 0, stopped: 0, microphone: null as string | null };
  let emit: (news: TalkNews) => void = () => {};
  const machine = createTalkMachine({
    now: () => world.now,
    open(options, news) {
      world.open++;
      world.microphone = options.microphone;
      let isOpen = true;
      emit = news;
      return {
        stop: () => world.stopped++,
        close() {
          if (isOpen) world.open--;
          isOpen = false;
        },
      };
    },
  });
  const actor = createActor(machine, { clock }).start();
  const state = () => actor.getSnapshot();
  return {
    actor,
    world,
    state,
    news: (news: TalkNews) => emit(news),
    start: (held = true) => actor.send({ type: 'talk.start', order, held }),
    granted() {
      emit({ type: 'talk.granted', request: 1, stream: 7, targets: 4 });
      emit({ type: 'speak' });
    },
    reported: () => emit({ type: 'talk.state', stream: 7, ...counts }),
    ended: () => emit({ type: 'talk.ended', stream: 7, reason: 'finished', message: '' }),
    wait(ms: number) {
      for (let left = ms; left > 0; left--) clock.increment(1);
    },
    /** Time in which the page's thread runs nothing. */
    held: (ms: number) => clock.increment(ms),
  };
}

test('a release before the microphone has opened closes it, and nothing is sent', () => {
  const { actor, world, start, state, granted } = talk();
  start();
  expect(world).toMatchObject({ open: 1, microphone: 'usb' });
  actor.send({ type: 'talk.stop' });
  expect(world.open).toBe(0);
  granted();
  expect(state().value).toBe('idle');
});

test('on the air from the grant on, with the numbers of the server; played to its end after the stop', () => {
  const { actor, world, start, state, granted, reported, ended } = talk();
  start(false);
  world.now = 5_000;
  expect(state().hasTag('onAir')).toBe(false);
  granted();
  reported();
  expect(state().hasTag('onAir')).toBe(true);
  expect(state().context).toMatchObject({ since: 5_000, counts, held: false });
  actor.send({ type: 'talk.stop' });
  expect(state().hasTag('onAir')).toBe(false);
  expect(world).toMatchObject({ open: 1, stopped: 1 });
  ended();
  expect(state().value).toBe('idle');
  expect(world.open).toBe(0);
});

test('a dead connection that was not closed is noticed: the microphone closes, with a message', () => {
  for (const stopFirst of [false, true]) {
    const { actor, world, start, state, granted, reported, wait } = talk();
    start();
    granted();
    for (let i = 0; i < 20; i++) {
      wait(TALK_LOST_MS - 1);
      reported();
    }
    expect(world.open).toBe(1);
    // Also where the end is never confirmed.
    if (stopFirst) actor.send({ type: 'talk.stop' });
    wait(TALK_LOST_MS);
    expect(world.open).toBe(0);
    expect(state().value).toBe('failed');
    expect(state().context.trouble).toBe('lost');
    wait(TALK_LOST_MS * 10);
    expect(state().value).toBe('failed');
  }
});

test('a page that was held up reads what the server sent meanwhile before it gives up', () => {
  const { world, start, state, granted, reported, held, wait } = talk();
  start();
  granted();
  for (let i = 0; i < 3; i++) {
    // The timer of a held page runs first, then the messages that waited.
    held(TALK_LOST_MS * 3);
    reported();
  }
  expect(state().hasTag('onAir')).toBe(true);
  held(TALK_LOST_MS * 3);
  wait(TALK_LOST_MS);
  expect(state().value).toBe('failed');
  expect(world.open).toBe(0);
});

test('a hidden page keeps no open microphone, latched or not, in any phase', () => {
  const opening = talk();
  opening.start(false);
  opening.actor.send({ type: 'talk.hide' });
  expect(opening.world.open).toBe(0);
  expect(opening.state().context.trouble).toBe('hidden');
  const speaking = talk();
  speaking.start(false);
  speaking.granted();
  speaking.actor.send({ type: 'talk.hide' });
  expect(speaking.world.stopped).toBe(1);
  speaking.ended();
  expect(speaking.world.open).toBe(0);
  expect(speaking.state().value).toBe('failed');
  expect(speaking.state().context.trouble).toBe('hidden');
  speaking.actor.send({ type: 'talk.dismiss' });
  speaking.actor.send({ type: 'talk.hide' });
  expect(speaking.state().value).toBe('idle');
});

test('every end closes the microphone: refusal, stop by another, trouble, connection, logout', () => {
  const ends: ((one: ReturnType<typeof talk>) => void)[] = [
    (one) => one.news({ type: 'talk.refused', request: 1, code: 'denied', message: 'No' }),
    (one) => one.news({ type: 'talk.ended', stream: 7, reason: 'stopped', message: 'Stopped' }),
    (one) => one.news({ type: 'trouble', trouble: 'missing' }),
    (one) => one.news({ type: 'lost' }),
    (one) => one.actor.send({ type: 'talk.abandon' }),
  ];
  for (const end of ends)
    for (const phase of ['opening', 'speaking', 'ending']) {
      const one = talk();
      one.start();
      if (phase !== 'opening') one.granted();
      if (phase === 'ending') one.actor.send({ type: 'talk.stop' });
      end(one);
      expect(one.world.open).toBe(0);
      expect(one.state().hasTag('live')).toBe(false);
    }
});

test('a page that waits is not on the air until its grant, and a stop ends the wait', () => {
  const { actor, world, start, state, news, granted, wait } = talk();
  const waits = { position: 1, targets: 4, left_ms: 9_000, waits_for: [] };
  const told = () => news({ type: 'talk.waiting', request: 1, ...waits });
  start(false);
  told();
  expect(state().value).toEqual({ talking: 'waiting' });
  expect(state().context.wait).toEqual(waits);
  expect(state().hasTag('onAir')).toBe(false);
  // As long as the server says so; without its messages it is lost.
  for (let i = 0; i < 9; i++) {
    wait(TALK_LOST_MS - 1);
    told();
  }
  expect(state().hasTag('live')).toBe(true);
  granted();
  expect(state().context.wait).toBeNull();
  expect(state().hasTag('onAir')).toBe(true);
  actor.send({ type: 'talk.stop' });
  const other = talk();
  other.start(false);
  other.news({ type: 'talk.waiting', request: 1, ...waits });
  other.actor.send({ type: 'talk.stop' });
  expect(other.state().value).toBe('idle');
  expect(other.world.open).toBe(0);
  expect(world.open).toBe(1);
});
