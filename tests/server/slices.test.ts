import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asFile } from '../../server/platform/export/asFile.ts';
import { inParts, oneByOne } from '../../server/platform/process/inParts.ts';
import { createShares, type Loop } from '../../server/platform/process/slices.ts';

/** Event loop with time and turns controlled by the test. */
function movedLoop() {
  let now = 0;
  let turns: (() => void)[] = [];
  let timers: { at: number; what: () => void }[] = [];
  const loop: Loop = {
    now: () => now,
    next: (what) => turns.push(what),
    after: (ms, what) => timers.push({ at: now + ms, what }),
  };
  return {
    loop,
    /** Spends time on work. */
    work(ms: number) {
      now += ms;
    },
    /**
     * Runs one turn; without one, advances time to the next timer. Resolves when all woken jobs have worked.
     */
    async turn(): Promise<boolean> {
      if (turns.length === 0) now = Math.max(now, Math.min(...timers.map(({ at }) => at)));
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      const run = [...turns, ...due.map(({ what }) => what)];
      turns = [];
      for (const what of run) what();
      await nextTurn();
      return run.length > 0;
    },
    time: () => now,
  };
}

/** Runs jobs of parts of 1 ms; returns the jobs that worked in each turn, in order. */
async function turnsOf(jobs: number, parts: number, begin?: (giveWay: () => void) => void) {
  const moved = movedLoop();
  const { createSlices, yieldToSound: giveWay } = createShares(moved.loop);
  begin?.(giveWay);
  let worked: number[] = [];
  let at = 0;
  const all = Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      const breathe = createSlices();
      for (let part = 0; part < parts; part++) {
        await breathe();
        if (worked.length === 0) at = moved.time();
        worked.push(job);
        moved.work(1);
      }
    }),
  );
  const turns: { at: number; worked: number[] }[] = [];
  do {
    if (!(await moved.turn())) break;
    if (worked.length > 0) turns.push({ at, worked });
    worked = [];
  } while (turns.length < 10_000);
  await all;
  return turns;
}

test('twenty jobs take no more of a turn than one', async () => {
  const one = await turnsOf(1, 30);
  const twenty = await turnsOf(20, 30);
  const longest = (turns: typeof one) => Math.max(...turns.map(({ worked }) => worked.length));
  expect(longest(twenty)).toBe(longest(one));
  expect(twenty.every(({ worked }) => new Set(worked).size === 1)).toBe(true);
  expect(twenty.flatMap(({ worked }) => worked)).toHaveLength(600);
});

test('jobs take turns in order, however much each has to do', async () => {
  const turns = await turnsOf(5, 30);
  const order = turns.map(({ worked }) => worked[0]);
  for (const [i, job] of order.entries()) expect(job).toBe(i % 5);
});

test('while a broadcast starts, long work slows down, but completes', async () => {
  const busy = await turnsOf(2, 30, (giveWay) => giveWay());
  const gaps = busy.slice(1).map(({ at }, i) => at - (busy[i]?.at ?? 0));
  expect(Math.min(...gaps.slice(0, 8))).toBeGreaterThanOrEqual(50);
  expect(gaps.at(-1)).toBeLessThan(10);
  expect(busy.flatMap(({ worked }) => worked)).toHaveLength(60);
});

/** Exports that generated rows, for each turn of the event loop. */
const rowsOf = new Map<number, Set<number>>();
let turn = 0;
let goesOn = true;
beforeAll(() => {
  // First in the queue, and so first in each turn.
  const count = () => {
    turn += 1;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
});
afterAll(() => {
  goesOn = false;
});

test.each(['csv', 'xlsx'] as const)(
  'of twenty exports as %s one works in a turn of the event loop',
  async (format) => {
    rowsOf.clear();
    async function* rows(file: number) {
      for (let i = 0; i < 400; i++) {
        rowsOf.set(turn, (rowsOf.get(turn) ?? new Set()).add(file));
        yield [`D-${i}`, `Hall ${i}`, 'North', 'a cell of some length to fill the file'];
      }
    }
    const sizes = await Promise.all(
      Array.from({ length: 20 }, async (_, file) => {
        let size = 0;
        for await (const part of asFile(rows(file), format)) size += (part as string | Buffer).length;
        return size;
      }),
    );
    expect(new Set(sizes).size).toBe(1);
    expect(new Set([...rowsOf.values()].flatMap((files) => [...files])).size).toBe(20);
    expect(Math.max(...[...rowsOf.values()].map((files) => files.size))).toBe(1);
  },
);

test('at most two files are processed at once, and a slow receiver delays no other', async () => {
  let [working, most] = [0, 0];
  async function* rows() {
    for (let i = 0; i < 2_000; i++) {
      // Simulates a query, which yields to others.
      if (i % 200 === 0) {
        working += 1;
        most = Math.max(most, working);
        await nextTurn();
        working -= 1;
      }
      yield [`D-${i}`, 'a cell that is long enough to fill more than one piece of the file'];
    }
  }
  const slow = Array.from({ length: 4 }, () => asFile(rows(), 'csv'));
  const begun = slow.map((file) => file[Symbol.asyncIterator]());
  for (const file of begun) await file.next();
  const files = Array.from({ length: 8 }, () => asFile(rows(), 'csv').toArray());
  for (const pieces of await Promise.all(files)) expect(pieces.length).toBeGreaterThan(1);
  expect(most).toBe(2);
  for (const file of begun) await file.return?.();
});

test('a long list is sent in parts, in turn with others; a short one does not wait', async () => {
  const long = Array.from({ length: 1_000 }, (_, i) => i);
  const found: number[] = [];
  for await (const part of inParts(long)) found.push(...part);
  expect(found).toEqual(long);
  const own: number[] = [];
  for await (const one of oneByOne(long)) own.push(one);
  expect(own).toEqual(long);
  const before = turn;
  for await (const part of inParts(long.slice(0, 100))) expect(part).toHaveLength(100);
  for await (const _one of oneByOne(long.slice(0, 10)));
  expect(turn).toBe(before);
});
