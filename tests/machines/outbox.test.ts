import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { errorCode } from '../../contract/api/errors.ts';
import { ApiError } from '../../src/api/error.ts';
import { createOutbox } from '../../src/machines/outbox.ts';

const lost = () => new ApiError({ code: 0, message: 'lost', network: true });
const refused = () => new ApiError({ code: errorCode.refused, message: 'already done' });
const stop = { method: 'post', path: '/v1/task/7/stop', body: {} };
const start = { method: 'post', path: '/v1/task', body: { name: 'Bell' } };

function site() {
  const heard$ = new Subject<void>();
  const time = { now: 100, repeats: 0 };
  const outbox = createOutbox({
    heard$,
    now: () => time.now,
    nameOf: () => 'Bell',
    onRepeat: () => {
      time.repeats += 1;
    },
  });
  const sent: string[] = [];
  /** A request that gets these answers, one after the other; an error rejects. */
  const request =
    (name: string, ...answers: unknown[]) =>
    async () => {
      sent.push(name);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  return { outbox, heard$, sent, request, settle, time };
}

describe('an acknowledgement', () => {
  test('with a link is sent at once, and a refusal is told', async () => {
    const { outbox, sent, request } = site();
    await expect(outbox.acknowledge('a', request('a', 'done'))).resolves.toBe('done');
    await expect(outbox.acknowledge('a', request('a', refused()))).rejects.toThrow('already done');
    expect(sent).toEqual(['a', 'a']);
    expect(outbox.waiting$.value.size).toBe(0);
  });

  test('without a link waits, and is sent once when the link is back, however often it was pressed', async () => {
    const { outbox, heard$, sent, request, settle } = site();
    const first = outbox.acknowledge('a', request('a', lost(), 'done'));
    await settle();
    const second = outbox.acknowledge('a', request('again', 'never sent'));
    expect([...outbox.waiting$.value]).toEqual(['a']);
    expect(sent).toEqual(['a']);
    heard$.next();
    await expect(first).resolves.toBe('done');
    await expect(second).resolves.toBe('done');
    heard$.next();
    await settle();
    expect(sent).toEqual(['a', 'a']);
    expect(outbox.waiting$.value.size).toBe(0);
  });

  test('that somebody else has made meanwhile is settled without an error', async () => {
    const { outbox, heard$, request, settle } = site();
    const late = outbox.acknowledge('a', request('a', lost(), refused()));
    await settle();
    heard$.next();
    await expect(late).resolves.toBeNull();
  });

  test('is forgotten at the end of the login', async () => {
    const { outbox, heard$, sent, request, settle } = site();
    const late = outbox.acknowledge('a', request('a', lost(), 'done'));
    const outcome = expect(late).rejects.toMatchObject({ aborted: true });
    await settle();
    outbox.clear();
    await outcome;
    heard$.next();
    await settle();
    expect(sent).toEqual(['a']);
  });
});

describe('any other action', () => {
  test('is kept with the time of its press, and not sent when the link is back', async () => {
    const { outbox, heard$, sent, settle } = site();
    outbox.lost(stop, 'k', 40);
    heard$.next();
    await settle();
    expect(sent).toEqual([]);
    const what = { on: 'task', ids: [7], action: 'stop' };
    expect(outbox.unsent$.value).toMatchObject([{ request: stop, what, name: 'Bell', at: 60 }]);
  });

  test('is kept once, and no longer when the same request is answered or it is discarded', () => {
    const { outbox, time } = site();
    outbox.lost(stop, 'k', 0);
    time.now = 200;
    outbox.lost({ ...stop, body: { request: 'another press' } }, 'l', 0);
    outbox.lost(start, 'm', 0);
    expect(outbox.unsent$.value.map(({ at }) => at)).toEqual([200, 200]);
    outbox.answered(stop, false);
    expect(outbox.unsent$.value).toMatchObject([{ request: start }]);
    outbox.dismiss(outbox.unsent$.value[0]?.key ?? '');
    expect(outbox.unsent$.value).toEqual([]);
  });

  test('keeps its idempotency key while a person is asked, unless it sets a state', () => {
    const { outbox, time } = site();
    outbox.lost(stop, 'k', 0);
    outbox.lost(start, 'm', 0);
    expect(outbox.keyOf(stop)).toBeUndefined();
    expect(outbox.keyOf({ ...start })).toBe('m');
    expect(outbox.keyOf({ ...start, body: { name: 'Other' } })).toBeUndefined();
    outbox.answered(start, true);
    expect(time.repeats).toBe(1);
    expect(outbox.keyOf(start)).toBeUndefined();
    outbox.lost(start, 'n', 0);
    outbox.dismiss(outbox.unsent$.value.at(-1)?.key ?? '');
    expect(outbox.keyOf(start)).toBeUndefined();
  });

  test('is forgotten at the end of the login', () => {
    const { outbox } = site();
    outbox.lost(start, 'm', 0);
    outbox.clear();
    expect(outbox.unsent$.value).toEqual([]);
    expect(outbox.keyOf(start)).toBeUndefined();
  });
});
