import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AirPreview } from '../../../contract/entities/tasks/broadcast.ts';
import { HOLD_MS } from '../../../src/machines/talkKey.ts';
import { OnAirMark } from '../../../src/views/shared/talk/OnAirMark.tsx';
import { TalkControl } from '../../../src/views/shared/talk/TalkControl.tsx';
import { TalkStrip } from '../../../src/views/shared/talk/TalkStrip.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';
import { fakeMicrophone } from './fakeMicrophone.ts';

/**
 * The all-call key in the console, with a microphone whose tracks are counted and a clock that the test
 * moves.
 */
const numbers: AirPreview = {
  targets: 52,
  sounding: 50,
  sent: 0,
  start_wait: null,
  preempts: ['Music', 'Radio', 'Bells'].map((name, i) => ({ task_id: i, name, terminals: 9 })),
  ducks: [],
  ducked: [],
  waits: [],
  ...{ unreachable_count: 2, unreachable_behind: 0, unreachable: [] },
  outcome: null,
};
let stop: () => void;
let microphone: ReturnType<typeof fakeMicrophone>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  localStorage.clear();
  localStorage.setItem('talk.chime', 'off');
  microphone = fakeMicrophone();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () =>
  act(async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve();
  });
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function open(options: { ticket?: boolean } = {}) {
  const it = createTestProviders({
    permissions: ['all_call_broadcast', 'caster_broadcast'],
    answer: (call) => {
      if (call.path === '/v1/talk/ticket')
        return options.ticket === false ? failed(403) : ok({ ticket: 't' });
      return call.path === '/v1/talk/preview' ? ok(numbers) : null;
    },
  });
  stop = it.app.start();
  const page = (
    <it.Providers>
      <MemoryRouter>
        <TalkControl />
        <TalkStrip />
        <OnAirMark />
      </MemoryRouter>
    </it.Providers>
  );
  const view = render(page);
  await settle();
  const key = screen.getByTestId('all-call');
  const down = (pointerId = 1) => fireEvent.pointerDown(key, { pointerId, button: 0 });
  const up = (pointerId = 1) => fireEvent.pointerUp(key, { pointerId });
  const worker = () => microphone.world.workers.at(-1);
  const isOnAir = () => it.app.talk.getSnapshot().hasTag('onAir');
  return {
    ...it,
    view,
    key,
    down,
    up,
    worker,
    isOnAir,
    async granted() {
      await settle();
      act(() => {
        worker()?.emit({ type: 'talk.granted', request: 1, stream: 7, targets: 52 });
        worker()?.emit({ type: 'speak' });
      });
    },
    async held() {
      down();
      await wait(HOLD_MS);
      await this.granted();
      expect(isOnAir()).toBe(true);
      expect(microphone.world.open).toBe(1);
    },
  };
}

function hide(): void {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  fireEvent(document, new Event('visibilitychange'));
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
}

type Console = Awaited<ReturnType<typeof open>>;
/** Events that are a release, or after which a release would not be noticed. */
const ends: [string, (one: Console) => void][] = [
  ['F9 wherever the focus is', () => fireEvent.keyDown(document.body, { key: 'F9' })],
  ['release', ({ up }) => up()],
  ['pointer cancel', ({ key }) => fireEvent.pointerCancel(key, { pointerId: 1 })],
  ['lost pointer', ({ key }) => fireEvent.lostPointerCapture(key, { pointerId: 1 })],
  ['lost focus', ({ key }) => fireEvent.blur(key)],
  ['window blur', () => fireEvent(window, new Event('blur'))],
  ['tab hidden', hide],
  ['page left', () => fireEvent(window, new Event('pagehide'))],
  ['key gone from the screen', ({ view, Providers }) => view.rerender(<Providers>{null}</Providers>)],
  ['logout', ({ app }) => app.talk.send({ type: 'talk.abandon' })],
];

test.each(ends)('held, then %s: the microphone closes at once', async (_name, end) => {
  const one = await open();
  await one.held();
  act(() => end(one));
  expect(one.isOnAir()).toBe(false);
  expect(microphone.world.open).toBe(0);
});

// A logout removes the key from the screen, too.
test.each(ends.slice(2, -1))('%s before 600 ms: the microphone is never requested', async (_name, end) => {
  const one = await open();
  one.down();
  await wait(HOLD_MS - 1);
  act(() => end(one));
  await wait(10_000);
  if (one.key.isConnected) one.up();
  await settle();
  expect(microphone.world.requests).toEqual([]);
});

test.each(ends)(
  '%s before the person has allowed the microphone: it closes as it opens',
  async (_name, end) => {
    const one = await open();
    microphone.world.isPrompting = true;
    one.down();
    await wait(HOLD_MS);
    expect(microphone.world.requests).toHaveLength(1);
    act(() => end(one));
    microphone.allow();
    await settle();
    expect(microphone.world.open).toBe(0);
    expect(one.app.talk.getSnapshot().hasTag('live')).toBe(false);
    expect(one.worker()?.sent).toEqual([]);
  },
);

test('a lost and a dead connection: the microphone closes, and the strip shows why', async () => {
  const lost = await open();
  await lost.held();
  act(() => lost.worker()?.emit({ type: 'lost' }));
  expect(microphone.world.open).toBe(0);
  expect(screen.getByRole('alert').textContent).toContain('connection for speech was lost');
});

test('the ticket is refused while the microphone opens: it does not stay open', async () => {
  const one = await open({ ticket: false });
  microphone.world.isPrompting = true;
  one.down();
  await wait(HOLD_MS);
  await settle();
  expect(one.app.talk.getSnapshot().value).toBe('failed');
  microphone.allow();
  await settle();
  expect(microphone.world.open).toBe(0);
});

test('keyboard: the space bar holds and its repeat starts nothing; Enter asks and its repeat answers nothing', async () => {
  const one = await open();
  fireEvent.keyDown(one.key, { key: ' ' });
  for (let i = 0; i < 10; i++) fireEvent.keyDown(one.key, { key: ' ', repeat: true });
  await wait(HOLD_MS);
  await one.granted();
  fireEvent.keyUp(one.key, { key: ' ' });
  act(() => one.worker()?.emit({ type: 'talk.ended', stream: 7, reason: 'finished', message: '' }));
  expect(microphone.world).toMatchObject({ open: 0 });
  expect(microphone.world.requests).toHaveLength(1);

  fireEvent.keyDown(one.key, { key: 'Enter' });
  await wait(1_000);
  const go = screen.getByTestId('all-call-go');
  expect(fireEvent.keyDown(go, { key: 'Enter', repeat: true })).toBe(false);
  expect(microphone.world.requests).toHaveLength(1);
});

test('two pointers: the second begins and ends nothing', async () => {
  const one = await open();
  one.down(1);
  one.down(2);
  one.up(2);
  await wait(HOLD_MS);
  await one.granted();
  one.down(2);
  one.up(2);
  expect(one.isOnAir()).toBe(true);
  act(() => one.up(1));
  expect(microphone.world.open).toBe(0);
});

test('a short press asks with the numbers of the server, then latches; the next press ends it', async () => {
  localStorage.setItem('talk.microphone', 'head');
  const one = await open();
  one.down();
  await wait(200);
  one.up();
  await wait(1_000);
  expect(microphone.world.requests).toEqual([]);
  expect(screen.getByTestId('talk-numbers').textContent).toContain('50 terminals, 3 broadcasts interrupted');
  expect(screen.getByTestId('talk-missing').textContent).toContain('Not heard at 2 of 52');
  fireEvent.click(screen.getByTestId('all-call-go'));
  await one.granted();
  expect(one.isOnAir()).toBe(true);
  expect(microphone.world.requests[0]).toMatchObject({ audio: { deviceId: { ideal: 'head' } } });
  // The window may lose the focus while latched, and the red frame surrounds every screen.
  act(() => void fireEvent(window, new Event('blur')));
  expect(one.isOnAir()).toBe(true);
  expect(screen.getByTestId('on-air-frame')).toBeDefined();
  expect(document.title).toContain('ON AIR');
  one.down();
  expect(microphone.world.open).toBe(0);
});

test('fewer terminals than planned hear it: amber with the reason, and the interrupted broadcasts', async () => {
  const one = await open();
  await one.held();
  const state = { targets: 20, sounding: 0, preempted: 0, offline: 20, interrupts: 3, lowers: 1 };
  act(() => {
    one.time.now += 5_000;
    const unheard = [{ reason: 'offline', terminals: 20 }];
    one.worker()?.emit({ type: 'talk.state', stream: 7, ...state, unheard });
  });
  const heard = screen.getByTestId('talk-heard');
  expect(heard.hasAttribute('data-abnormal')).toBe(true);
  expect(heard.textContent).toContain('Heard at 0 of 20');
  expect(heard.textContent).toContain('20 offline');
  expect(screen.getByTestId('talk-other').textContent).toBe('3 broadcasts interrupted, 1 broadcast ducked');
  act(() => one.worker()?.emit({ type: 'talk.state', stream: 7, ...state, sounding: 20, unheard: [] }));
  expect(screen.getByTestId('talk-heard').hasAttribute('data-abnormal')).toBe(false);
});
