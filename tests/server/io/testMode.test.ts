import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Inputs } from '../../../server/air/emergency/machine/fireInputs.ts';
import { TestMode } from '../../../server/site/io/testMode.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a contact that is active when its test expires is an edge; one that went back before is none', () => {
  const inputs = new Inputs({});
  const edges: number[] = [];
  const contacts = new Set<number>();
  const states = () => [1, 2].map((input) => ({ input, active: contacts.has(input) }));
  const hear = () => edges.push(...inputs.take(7, states(), (input) => tests.isTested(7, input)).edges);
  const until = Date.now() + 60_000;
  const rows = [1, 2].map((input) => ({ terminal_id: 7, input, until, name: 'A' }));
  const tests = new TestMode(rows, Date.now, (terminal, ended) => {
    expect([terminal, ended]).toEqual([7, [1, 2]]);
    hear();
  });
  contacts.add(1).add(2);
  hear();
  contacts.delete(2);
  hear();
  vi.advanceTimersByTime(59_999);
  expect(edges).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(edges).toEqual([1]);
  tests.close();
});
