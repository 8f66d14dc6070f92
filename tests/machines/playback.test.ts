import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type PlayStatus, playbackAction, playStatus } from '../../contract/codes.ts';
import { itemActions, playbackResult, playbackWorkflow } from '../../contract/workflow.ts';
import { type PlaybackAction, type PlaybackEvent, playbackMachine } from '../../src/machines/playback.ts';
import { isAwaited } from '../../src/machines/requests.ts';
import { deferred, settled } from '../support/fakeBrowser.ts';

const statuses = Object.values(playStatus);
const actions = [...Object.values(playbackAction), ...itemActions];
const event = (action: PlaybackAction): PlaybackEvent => ({ type: `playback.${action}` });
const names = { 0: 'free', 1: 'pause', 2: 'playing', 3: 'manual_stop', 4: 'manual_playing' } as const;

function playback(status: PlayStatus) {
  const request = deferred<unknown>();
  const performed: PlaybackAction[] = [];
  const actor = createActor(playbackMachine, {
    input: {
      status,
      perform: (action) => {
        performed.push(action);
        return request.promise;
      },
    },
  });
  actor.start();
  const can = () => actions.filter((action) => actor.getSnapshot().can(event(action)));
  const value = () => actor.getSnapshot().value;
  const isBusy = () => isAwaited(actor.getSnapshot().context.requests);
  return { actor, request, performed, can, value, isBusy };
}

describe('playback machine', () => {
  test.each(statuses)('in status %i machine and table allow the same actions', (status) => {
    const { can, value } = playback(status);
    expect(value()).toBe(names[status]);
    expect(can().sort()).toEqual(Object.keys(playbackWorkflow[status]).sort());
  });

  const allowed = statuses.flatMap((status) =>
    actions.flatMap((action) => {
      const result = playbackResult(status, action);
      return result === null ? [] : [{ status, action, result }];
    }),
  );
  test.each(allowed)(
    '$action in status $status is sent to the server and results in $result',
    async (one) => {
      const { actor, request, performed, can, value, isBusy } = playback(one.status);
      actor.send(event(one.action));
      expect(performed).toEqual([one.action]);
      expect(isBusy()).toBe(true);
      const mayStop =
        one.action !== 'stop' && [one.status, one.result].some((in_) => playbackResult(in_, 'stop'));
      expect(can()).toEqual(mayStop ? ['stop'] : []);
      request.resolve(null);
      await settled();
      expect(value()).toBe(names[one.result]);
      expect(isBusy()).toBe(false);
    },
  );

  test('an action that the table forbids is not sent', () => {
    for (const status of statuses)
      for (const action of actions) {
        const { actor, performed } = playback(status);
        actor.send(event(action));
        expect(performed).toEqual(playbackResult(status, action) === null ? [] : [action]);
      }
  });

  test('two clicks send one action', () => {
    const { actor, performed } = playback(playStatus.manualPlaying);
    actor.send(event('stop'));
    actor.send(event('stop'));
    expect(performed).toEqual(['stop']);
  });

  test('a refused action keeps the status and enables the buttons again', async () => {
    const { actor, request, can, value } = playback(playStatus.playing);
    actor.send(event('paused'));
    request.reject(new Error('refused'));
    await settled();
    expect(value()).toBe('playing');
    expect(can()).toContain('paused');
  });

  test('the live feed takes precedence, also while an action is pending', async () => {
    const { actor, request, value, isBusy } = playback(playStatus.playing);
    actor.send(event('paused'));
    actor.send({ type: 'playback.changed', status: playStatus.free });
    expect(value()).toBe('free');
    expect(isBusy()).toBe(true);
    request.resolve(null);
    await settled();
    expect(value()).toBe('free');
  });

  test('actions of a person lead to manual states only; free and playing come from the server', () => {
    const isItem = ({ action }: { action: string }) => itemActions.some((one) => one === action);
    expect(allowed.filter(isItem).every(({ status, result }) => status === result)).toBe(true);
    const results = new Set(allowed.filter((one) => !isItem(one)).map(({ result }) => result));
    expect([...results].sort()).toEqual([playStatus.pause, playStatus.manualStop, playStatus.manualPlaying]);
  });
});
