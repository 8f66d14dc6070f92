import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { PlaybackAction } from '../../../src/machines/playback.ts';
import type { CollectionEvent } from '../../../src/streams/collection.ts';
import { createPlaybacks, type Playback } from '../../../src/views/shared/playback/playbacks.ts';
import { actionsOf, playStatusOf } from '../../../src/views/shared/startTask/taskState.ts';
import { broadcastRow } from './rows.ts';

function setUp() {
  const changes$ = new Subject<CollectionEvent<BroadcastLive>>();
  const requests: string[] = [];
  let answer: (error?: Error) => void = () => undefined;
  const playbacks = createPlaybacks({
    changes$,
    statusOf: playStatusOf,
    actionsOf,
    perform: (id: number, action: PlaybackAction) => {
      requests.push(`${id} ${action}`);
      return new Promise<void>((resolve, reject) => {
        answer = (error) => (error === undefined ? resolve() : reject(error));
      });
    },
  });
  const disconnect = playbacks.connect();
  return {
    playbacks,
    requests,
    disconnect,
    answer: (error?: Error) => answer(error),
    snapshot: (...rows: BroadcastLive[]) => changes$.next({ kind: 'snapshot', rows }),
    set: (...rows: BroadcastLive[]) => changes$.next({ kind: 'delta', set: rows, gone: [] }),
    gone: (...ids: number[]) => changes$.next({ kind: 'delta', set: [], gone: ids }),
  };
}
const allowed = ({ can }: Playback) =>
  Object.entries(can)
    .filter(([, may]) => may)
    .map(([action]) => action);

describe('buttons of running broadcasts', () => {
  it('are those that the workflow table allows for the live state', () => {
    const { playbacks, snapshot, set } = setUp();
    snapshot(broadcastRow(), broadcastRow({ id: 2, state: 'paused' }));
    expect(allowed(playbacks.of(1))).toEqual(['paused', 'stop', 'previous', 'next']);
    expect(allowed(playbacks.of(2))).toEqual(['resume', 'stop', 'previous', 'next']);
    expect(allowed(playbacks.of(9))).toEqual([]);
    set(broadcastRow({ state: 'paused' }));
    expect(allowed(playbacks.of(1))).toEqual(['resume', 'stop', 'previous', 'next']);
  });

  it('while an action is pending only stop is accepted; then its effect shows at once', async () => {
    const { playbacks, snapshot, requests, answer } = setUp();
    snapshot(broadcastRow());
    const seen: boolean[] = [];
    playbacks.watch(1).subscribe(({ busy }) => seen.push(busy));
    const pressed = playbacks.press(1, 'paused');
    expect(playbacks.of(1).busy).toBe(true);
    expect(allowed(playbacks.of(1))).toEqual(['stop']);
    await playbacks.press(1, 'resume');
    answer();
    await pressed;
    expect(requests).toEqual(['1 paused']);
    expect(allowed(playbacks.of(1))).toEqual(['resume', 'stop', 'previous', 'next']);
    expect(seen[0]).toBe(false);
    expect(seen).toContain(true);
    expect(seen.at(-1)).toBe(false);
  });

  it('stop is sent while a pause is pending, and resolves at its own response', async () => {
    const { playbacks, snapshot, requests, answer } = setUp();
    snapshot(broadcastRow());
    const paused = playbacks.press(1, 'paused');
    const stopped = playbacks.press(1, 'stop');
    expect(requests).toEqual(['1 paused', '1 stop']);
    // The pause, which is never answered, ends with the stop.
    await paused;
    answer();
    await stopped;
    expect(allowed(playbacks.of(1))).toEqual(['playing']);
  });

  it('a refused action changes nothing', async () => {
    const { playbacks, snapshot, answer } = setUp();
    snapshot(broadcastRow());
    const pressed = playbacks.press(1, 'paused');
    answer(new Error('refused'));
    await pressed;
    expect(allowed(playbacks.of(1))).toEqual(['paused', 'stop', 'previous', 'next']);
  });

  it('a forbidden action is not sent', async () => {
    const { playbacks, snapshot, requests } = setUp();
    snapshot(broadcastRow({ state: 'paused' }));
    await playbacks.press(1, 'paused');
    await playbacks.press(7, 'stop');
    expect(requests).toEqual([]);
  });

  it('end with the task, also while an action is pending, and with the screen', async () => {
    const { playbacks, snapshot, gone, disconnect } = setUp();
    snapshot(broadcastRow(), broadcastRow({ id: 2 }), broadcastRow({ id: 3 }));
    const pressed = playbacks.press(1, 'stop');
    gone(1);
    await pressed;
    expect(allowed(playbacks.of(1))).toEqual([]);
    snapshot(broadcastRow({ id: 3 }));
    expect(allowed(playbacks.of(2))).toEqual([]);
    expect(allowed(playbacks.of(3))).toEqual(['paused', 'stop', 'previous', 'next']);
    disconnect();
    expect(allowed(playbacks.of(3))).toEqual([]);
  });

  it('another item is an action like the others: alone, and only in a broadcast with a list', async () => {
    const { playbacks, snapshot, requests, answer } = setUp();
    snapshot(broadcastRow(), broadcastRow({ id: 2, item_count: 0 }));
    expect(allowed(playbacks.of(2))).toEqual(['paused', 'stop']);
    const pressed = playbacks.press(1, 'next');
    await playbacks.press(1, 'next');
    await playbacks.press(2, 'next');
    answer();
    await pressed;
    expect(requests).toEqual(['1 next']);
    expect(allowed(playbacks.of(1))).toEqual(['paused', 'stop', 'previous', 'next']);
  });

  it('stop together by one call: each takes its own result, and ends what is unanswered', async () => {
    const { playbacks, snapshot, requests } = setUp();
    snapshot(broadcastRow(), broadcastRow({ id: 2 }), broadcastRow({ id: 3 }));
    const paused = playbacks.press(1, 'paused');
    const result = (id: number, ok: boolean) => ({ id, ok, code: ok ? 200 : 423, message: '' });
    const answer = { results: [result(1, true), result(2, false)] };
    const stopped = playbacks.stopTogether(async () => answer);
    expect([1, 2, 3].map((id) => playbacks.of(id).busy)).toEqual([true, true, true]);
    await paused;
    expect(await stopped).toBe(answer);
    await expect.poll(() => playbacks.of(3).busy).toBe(false);
    expect(requests).toEqual(['1 paused']);
    expect(allowed(playbacks.of(1))).toEqual(['playing']);
    expect(allowed(playbacks.of(2))).toEqual(['paused', 'stop', 'previous', 'next']);
    expect(allowed(playbacks.of(3))).toEqual(['paused', 'stop', 'previous', 'next']);
  });

  it('a common stop is sent without any task in the list, and rejects as its call', async () => {
    const { playbacks, snapshot } = setUp();
    expect(await playbacks.stopTogether(async () => ({ results: [], starts: 1 }))).toEqual({
      results: [],
      starts: 1,
    });
    snapshot(broadcastRow());
    const refused = playbacks.stopTogether(() => Promise.reject(new Error('no connection')));
    await expect(refused).rejects.toThrow('no connection');
    expect(allowed(playbacks.of(1))).toEqual(['paused', 'stop', 'previous', 'next']);
  });
});
