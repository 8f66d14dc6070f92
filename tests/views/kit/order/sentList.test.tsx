import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSentList } from '../../../../src/views/kit/order/useSentList.ts';

/** Renders the list with requests that the test answers. */
function sentList(first: readonly string[]) {
  const requests: { list: readonly string[]; answer: () => void; refuse: () => void }[] = [];
  const save = (list: readonly string[]) =>
    new Promise<void>((answer, refuse) => requests.push({ list, answer, refuse: () => refuse(new Error()) }));
  const { result, rerender } = renderHook(({ stored }) => useSentList(stored, save), {
    initialProps: { stored: first },
  });
  return { requests, result, store: (stored: readonly string[]) => rerender({ stored }) };
}

const swapped = (list: readonly string[]) => [...list].reverse();

test('a second change is sent only after the answer to the first, and the last list wins', async () => {
  const { requests, result, store } = sentList(['a', 'b']);
  act(() => result.current.change((now) => [...now, 'c']));
  act(() => result.current.change(swapped));
  act(() => result.current.change((now) => now.filter((one) => one !== 'b')));
  expect(requests.map(({ list }) => list)).toEqual([['a', 'b', 'c']]);
  expect(result.current.list).toEqual(['c', 'a']);
  expect(result.current.isSending).toBe(true);

  await act(async () => requests[0]?.answer());
  // The answer to the first does not bring its list back.
  store(['a', 'b', 'c']);
  expect(result.current.list).toEqual(['c', 'a']);
  expect(requests.map(({ list }) => list)).toEqual([
    ['a', 'b', 'c'],
    ['c', 'a'],
  ]);
  await act(async () => requests[1]?.answer());
  expect(result.current.isSending).toBe(false);
});

test('between the answer and the stored list the sent one stays, and the next change begins there', async () => {
  const { requests, result, store } = sentList(['a', 'b', 'c']);
  act(() => result.current.change(swapped));
  await act(async () => requests[0]?.answer());
  expect(result.current.list).toEqual(['c', 'b', 'a']);
  act(() => result.current.change((now) => [...now, 'd']));
  expect(requests[1]?.list).toEqual(['c', 'b', 'a', 'd']);
  await act(async () => requests[1]?.answer());
  store(['c', 'b', 'a', 'd', 'e']);
  expect(result.current.list).toEqual(['c', 'b', 'a', 'd', 'e']);
});

test('a refused change returns to the stored list', async () => {
  const { requests, result } = sentList(['a', 'b']);
  act(() => result.current.change(swapped));
  await act(async () => requests[0]?.refuse());
  expect(result.current.list).toEqual(['a', 'b']);
  expect(result.current.isSending).toBe(false);
});

test('a server that keeps another list is believed in the end', async () => {
  vi.useFakeTimers();
  try {
    const { requests, result } = sentList(['a', 'b']);
    act(() => result.current.change(swapped));
    await act(async () => requests[0]?.answer());
    expect(result.current.list).toEqual(['b', 'a']);
    act(() => vi.advanceTimersByTime(2_500));
    expect(result.current.list).toEqual(['a', 'b']);
  } finally {
    vi.useRealTimers();
  }
});
