import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { spreadRequests } from '../../../server/platform/http/requestTurns.ts';
import { createShares } from '../../../server/platform/process/slices.ts';

/** Event loop whose turns and time the test moves. */
function movedLoop() {
  let now = 0;
  let waiting: { at: number; what: () => void }[] = [];
  return {
    loop: {
      now: () => now,
      next: (what: () => void) => waiting.push({ at: now, what }),
      after: (ms: number, what: () => void) => waiting.push({ at: now + ms, what }),
    },
    turn() {
      if (waiting.length > 0) now = Math.max(now, Math.min(...waiting.map(({ at }) => at)));
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { what } of due) what();
      return now;
    },
    wait(ms: number) {
      now += ms;
    },
  };
}

test('of requests that arrive together one begins in each turn, in order', () => {
  const moved = movedLoop();
  const { takeTurn } = createShares(moved.loop);
  const begun: number[] = [];
  for (let i = 0; i < 20; i++) takeTurn(() => begun.push(i));
  expect(begun).toEqual([0]);
  for (let i = 1; i < 20; i++) {
    moved.turn();
    expect(begun).toEqual(Array.from({ length: i + 1 }, (_, n) => n));
  }
});

test('a request that comes alone begins at once, also while a sound starts', () => {
  const moved = movedLoop();
  const { takeTurn, yieldToSound } = createShares(moved.loop);
  const begun: string[] = [];
  takeTurn(() => begun.push('first'));
  moved.turn();
  takeTurn(() => begun.push('second'));
  moved.turn();
  yieldToSound();
  takeTurn(() => begun.push('third'));
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('a request that fails holds up no other', () => {
  const moved = movedLoop();
  const { takeTurn } = createShares(moved.loop);
  const begun: number[] = [];
  const fail = () => {
    throw new Error('failed');
  };
  expect(() => takeTurn(fail)).toThrow('failed');
  takeTurn(fail);
  takeTurn(() => begun.push(1));
  expect(() => moved.turn()).toThrow('failed');
  moved.turn();
  expect(begun).toEqual([1]);
});

test('while a sound starts, requests that arrive together begin at intervals, and none is lost', () => {
  const moved = movedLoop();
  const { takeTurn, yieldToSound } = createShares(moved.loop);
  yieldToSound();
  const begun: number[] = [];
  for (let i = 0; i < 100; i++) takeTurn(() => begun.push(moved.loop.now()));
  while (begun.length < 100) moved.turn();
  const gaps = begun.slice(1).map((at, i) => at - (begun[i] ?? 0));
  expect(Math.min(...gaps.slice(0, 40))).toBeGreaterThanOrEqual(10);
  expect(begun.at(-1)).toBeLessThan(600);
});

test('requests of a server begin in turns of their own; an emergency action waits for none of them', async () => {
  const app = Fastify();
  spreadRequests(app);
  let turn = 0;
  let goesOn = true;
  const count = () => {
    turn += 1;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const order: string[] = [];
  app.get('/list', async () => {
    turns.push(turn);
    order.push('list');
    return {};
  });
  app.post('/alarm', { config: { emergency: true } as never }, async () => {
    order.push('alarm');
    return {};
  });
  await app.ready();
  const lists = Array.from({ length: 20 }, () => app.inject('/list'));
  const alarm = app.inject({ method: 'POST', url: '/alarm' });
  const answers = await Promise.all([...lists, alarm]);
  goesOn = false;
  await app.close();
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(new Set(turns).size).toBe(20);
  expect(order.indexOf('alarm')).toBeLessThan(5);
});
