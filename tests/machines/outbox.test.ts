import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { errorCode } from '../../contract/api/errors.ts';
import { ApiError } from '../../src/api/error.ts';
import { createOutbox, type UnsentAction } from '../../src/machines/outbox.ts';

const lost = () => new ApiError({ code: 0, message: 'lost', network: true });
const refused = () => new ApiError({ code: errorCode.refused, message: 'already done' });
const stop: UnsentAction = { on: 'task', id: 7, action: 'stop' };

function site() {
  const heard$ = new Subject<void>();
  const time = { now: 100 };
  const outbox = createOutbox({ heard$, now: () => time.now });
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
  test('is kept without a link, and not sent when the link is back', async () => {
    const { outbox, heard$, sent, request, settle } = site();
    await expect(outbox.attempt(stop, 'Bell', request('stop', lost()))).rejects.toThrow('lost');
    heard$.next();
    await settle();
    expect(sent).toEqual(['stop']);
    expect(outbox.unsent$.value).toMatchObject([{ what: stop, name: 'Bell', at: 100 }]);
  });

  test('is kept once, and no longer when it is pressed again or discarded', async () => {
    const { outbox, request, time } = site();
    await outbox.attempt(stop, 'Bell', request('stop', lost())).catch(() => {});
    time.now = 200;
    await outbox.attempt(stop, 'Bell', request('stop', lost())).catch(() => {});
    expect(outbox.unsent$.value.map(({ at }) => at)).toEqual([200]);
    await outbox.attempt(stop, 'Bell', request('stop', 'done'));
    expect(outbox.unsent$.value).toEqual([]);
    await outbox.attempt(stop, 'Bell', request('stop', lost())).catch(() => {});
    outbox.dismiss(outbox.unsent$.value[0]?.key ?? '');
    expect(outbox.unsent$.value).toEqual([]);
  });

  test('that the server refuses, or that another one aborts, is not kept', async () => {
    const { outbox, request } = site();
    await expect(outbox.attempt(stop, 'Bell', request('stop', refused()))).rejects.toThrow();
    const aborted = new ApiError({ code: 0, message: 'aborted', aborted: true });
    await expect(outbox.attempt(stop, 'Bell', request('stop', aborted))).rejects.toThrow();
    expect(outbox.unsent$.value).toEqual([]);
  });
});
