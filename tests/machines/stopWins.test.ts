import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { playStatus } from '../../contract/codes.ts';
import { ApiError } from '../../src/api/error.ts';
import { alarmMachine } from '../../src/machines/alarm.ts';
import { playbackMachine } from '../../src/machines/playback.ts';
import { overdueMs } from '../../src/machines/requests.ts';
import { ttsAuthorizationMachine } from '../../src/machines/ttsAuthorization.ts';
import { upgradeMachine } from '../../src/machines/upgrade.ts';
import { deferred } from '../support/fakeBrowser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Records requests as a server gets them; the test answers each, or never does. */
function hangingServer() {
  const calls: { name: string; signal: AbortSignal; answer: ReturnType<typeof deferred<unknown>> }[] = [];
  const perform = (name: string, signal: AbortSignal) => {
    const answer = deferred<unknown>();
    calls.push({ name, signal, answer });
    return answer.promise;
  };
  const names = () => calls.map(({ name }) => name);
  const taken = () => calls.filter(({ signal }) => signal.aborted).map(({ name }) => name);
  const settle = async (n: number, how: 'done' | 'failed') => {
    if (how === 'done') calls[n]?.answer.resolve(null);
    else calls[n]?.answer.reject(new ApiError({ code: 999, message: 'refused' }));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { perform, names, taken, settle };
}

/** The ending action of each machine, with the requests that may be pending when it is sent. */
function machines() {
  const playback = () => {
    const server = hangingServer();
    const actor = createActor(playbackMachine, {
      input: { status: playStatus.manualPlaying, perform: server.perform },
    }).start();
    return {
      server,
      other: 'paused',
      end: 'stop',
      pressOther: () => actor.send({ type: 'playback.paused' }),
      pressEnd: () => actor.send({ type: 'playback.stop' }),
      mayEnd: () => actor.getSnapshot().can({ type: 'playback.stop' }),
      state: () => actor.getSnapshot().value as unknown,
      before: 'manual_playing',
      ended: 'manual_stop',
    };
  };
  const upgrade = () => {
    const server = hangingServer();
    const counts = { waiting: 3, upgrade_failed: 1 } as const;
    const actor = createActor(upgradeMachine, {
      input: { facts: { state: 'running', counts }, perform: server.perform },
    }).start();
    return {
      server,
      other: 'pause',
      end: 'cancel',
      pressOther: () => actor.send({ type: 'upgrade.pause' }),
      pressEnd: () => actor.send({ type: 'upgrade.cancel' }),
      mayEnd: () => actor.getSnapshot().can({ type: 'upgrade.cancel' }),
      state: () => actor.getSnapshot().value as unknown,
      // The upgrade machine shows nothing before the live feed reports it.
      before: 'running',
      ended: 'running',
    };
  };
  const tts = () => {
    const server = hangingServer();
    const actor = createActor(ttsAuthorizationMachine, {
      input: {
        licenses: 0,
        online: true,
        perform: (request, signal) => server.perform(request.action, signal),
      },
    }).start();
    return {
      server,
      other: 'grant',
      end: 'revoke',
      pressOther: () => actor.send({ type: 'authorization.grant', licenses: 3 }),
      pressEnd: () => actor.send({ type: 'authorization.revoke' }),
      mayEnd: () => actor.getSnapshot().can({ type: 'authorization.revoke' }),
      state: () => actor.getSnapshot().value.authorization as unknown,
      before: 'not_opened',
      ended: 'not_opened',
    };
  };
  return { playback, upgrade, tts };
}

describe.each(Object.entries(machines()))('stop, cancel, revoke: %s', (_, create) => {
  test('the ending action is sent at once without a response to the other, which it aborts', () => {
    const m = create();
    m.pressOther();
    expect(m.mayEnd()).toBe(true);
    m.pressEnd();
    expect(m.server.names()).toEqual([m.other, m.end]);
    expect(m.server.taken()).toEqual([m.other]);
  });

  test('two presses are one request; without a response in time it can be pressed again', async () => {
    const m = create();
    m.pressOther();
    m.pressEnd();
    m.pressEnd();
    expect(m.server.names()).toEqual([m.other, m.end]);
    await vi.advanceTimersByTimeAsync(overdueMs - 1);
    m.pressEnd();
    expect(m.server.names()).toEqual([m.other, m.end]);
    await vi.advanceTimersByTimeAsync(1);
    m.pressEnd();
    expect(m.server.names()).toEqual([m.other, m.end, m.end]);
    expect(m.server.taken()).toEqual([m.other, m.end]);
    await m.server.settle(2, 'done');
    expect(m.state()).toBe(m.ended);
  });

  test.each(['done', 'failed'] as const)(
    'the late response to the other (%s) changes nothing',
    async (how) => {
      const m = create();
      m.pressOther();
      m.pressEnd();
      await m.server.settle(1, 'done');
      expect(m.state()).toBe(m.ended);
      await m.server.settle(0, how);
      expect(m.state()).toBe(m.ended);
    },
  );

  test.each(['done', 'failed'] as const)(
    'an earlier response to the other (%s) is not shown',
    async (how) => {
      const m = create();
      m.pressOther();
      m.pressEnd();
      await m.server.settle(0, how);
      expect(m.state()).toBe(m.before);
      await m.server.settle(1, 'done');
      expect(m.state()).toBe(m.ended);
    },
  );

  test('after a refusal it can be pressed again at once', async () => {
    const m = create();
    if (m.other !== 'grant') m.pressOther();
    m.pressEnd();
    if (m.other === 'grant') {
      m.pressOther();
      m.pressEnd();
    }
    const last = m.server.names().length - 1;
    await m.server.settle(last, 'failed');
    expect(m.state()).toBe(m.before);
    if (m.other !== 'grant') expect(m.mayEnd()).toBe(true);
  });
});

test('a revocation names the grant that it aborts, however long that has been pending', async () => {
  const sent: [string, number, readonly number[]][] = [];
  const actor = createActor(ttsAuthorizationMachine, {
    input: {
      licenses: 0,
      online: true,
      perform: ({ action }, _signal, { id, drops }) => {
        sent.push([action, id, drops]);
        return new Promise(() => {});
      },
    },
  }).start();
  actor.send({ type: 'authorization.grant', licenses: 3 });
  await vi.advanceTimersByTimeAsync(10 * overdueMs);
  actor.send({ type: 'authorization.grant', licenses: 4 });
  actor.send({ type: 'authorization.revoke' });
  expect(sent).toEqual([
    ['grant', 1, []],
    ['grant', 2, [1]],
    ['revoke', 3, [2]],
  ]);
});

describe('alarm actions', () => {
  const facts = {
    state: 'alarming',
    active_inputs: [],
    acknowledged: false,
    silenced: false,
    steps_left: 1,
  } as const;

  test('stop requests do not wait for or abort each other', async () => {
    const server = hangingServer();
    const actor = createActor(alarmMachine, { input: { facts, perform: server.perform } }).start();
    for (const action of ['step', 'silence', 'acknowledge', 'reset', 'stop'] as const)
      actor.send({ type: `alarm.${action}` });
    expect(server.names()).toEqual(['step', 'silence', 'acknowledge', 'reset', 'stop']);
    expect(server.taken()).toEqual([]);
    await server.settle(4, 'done');
    await server.settle(0, 'failed');
    expect(actor.getSnapshot().context.failure).toMatchObject({ action: 'step', error: { code: 999 } });
  });

  test('an action without a response in time is reported and can be pressed again; the response ends the report', async () => {
    const server = hangingServer();
    const actor = createActor(alarmMachine, { input: { facts, perform: server.perform } }).start();
    const mayReset = () => actor.getSnapshot().can({ type: 'alarm.reset' });
    actor.send({ type: 'alarm.reset' });
    expect(mayReset()).toBe(false);
    await vi.advanceTimersByTimeAsync(overdueMs);
    expect(mayReset()).toBe(true);
    expect(actor.getSnapshot().context.failure).toEqual({ action: 'reset', error: null });
    actor.send({ type: 'alarm.reset' });
    expect(actor.getSnapshot().context.failure).toBeNull();
    await vi.advanceTimersByTimeAsync(overdueMs);
    await server.settle(1, 'done');
    expect(server.names()).toEqual(['reset', 'reset']);
    expect(actor.getSnapshot().context.failure).toBeNull();
  });
});

test('a machine that stops aborts nothing: a stop pressed before leaving the screen arrives', () => {
  const server = hangingServer();
  const actor = createActor(playbackMachine, {
    input: { status: playStatus.playing, perform: server.perform },
  }).start();
  actor.send({ type: 'playback.stop' });
  actor.stop();
  expect(server.names()).toEqual(['stop']);
  expect(server.taken()).toEqual([]);
});
