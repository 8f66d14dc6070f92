import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../contract/api/search.ts';
import { followSearch, SETTLE_MS, type SearchQuestion } from '../../src/streams/search.ts';
import { Clock } from '../support/clock.ts';

const answer = (name: string): SearchAnswer => ({
  hits: [{ kind: 'device', id: 1, name, code: '', client_ip: '', org: null, at: null, place: '' }],
  totals: [],
  unsearched: [],
});

function setup() {
  const clock = new Clock();
  const typed$ = new Subject<readonly SearchQuestion[]>();
  const calls: { q: string; signal: AbortSignal; settle(value: SearchAnswer | Error): void }[] = [];
  const get = (_path: string, query: { q: string }, options: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const settle = (value: SearchAnswer | Error) =>
        value instanceof Error ? reject(value) : resolve(value);
      calls.push({ q: query.q, signal: options.signal, settle });
    });
  const states: string[] = [];
  followSearch({ get } as never, typed$, clock).subscribe(({ state }) => {
    const names =
      state.kind === 'found' ? state.answers.flatMap(({ hits }) => hits.map(({ name }) => name)) : [];
    states.push([state.kind, ...names, ...(state.kind === 'lost' ? [state.reason] : [])].join(' '));
  });
  const type = (...texts: string[]) => typed$.next(texts.map((q) => ({ q, limit: 5 })));
  return { clock, calls, states, type };
}
const promises = () => new Promise<void>((resolve) => setImmediate(resolve));

test('typing is waited for, and only the last text is asked', () => {
  const { clock, calls, type } = setup();
  type('s');
  clock.advance(SETTLE_MS - 1);
  type('st');
  clock.advance(SETTLE_MS - 1);
  expect(calls).toEqual([]);
  clock.advance(1);
  expect(calls.map(({ q }) => q)).toEqual(['st']);
});

test('a later text cancels the request of an earlier one, whose answer is not shown', async () => {
  const { clock, calls, states, type } = setup();
  type('s');
  clock.advance(SETTLE_MS);
  type('st');
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.settle(answer('old'));
  clock.advance(SETTLE_MS);
  calls[1]?.settle(answer('new'));
  await promises();
  expect(states).toEqual(['waiting', 'waiting', 'found new']);
});

test('all questions are answered at once, an empty text by none', async () => {
  const { clock, calls, states, type } = setup();
  type('volume st 60', 'st');
  clock.advance(SETTLE_MS);
  calls[1]?.settle(answer('two'));
  await promises();
  expect(states).toEqual(['waiting']);
  calls[0]?.settle(answer('one'));
  await promises();
  type();
  expect(states).toEqual(['waiting', 'found one two', 'idle']);
});

test('a failure is told, and the next text is asked again', async () => {
  const { clock, calls, states, type } = setup();
  type('s');
  clock.advance(SETTLE_MS);
  calls[0]?.settle(new Error('no connection'));
  await promises();
  type('st');
  clock.advance(SETTLE_MS);
  calls[1]?.settle(answer('hall'));
  await promises();
  expect(states).toEqual(['waiting', 'lost no connection', 'waiting', 'found hall']);
});
