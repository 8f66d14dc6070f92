import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REPLACED_MS, useJustReplaced } from '../../../src/views/shared/alarms/useJustReplaced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a press is not for an alarm that has just taken the place of another one', () => {
  const { result, rerender } = renderHook((id: number | undefined) => useJustReplaced(id), {
    initialProps: undefined as number | undefined,
  });
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  expect(result.current).toBe(false);
  // The first alarm is taken at once.
  rerender(1);
  expect(result.current).toBe(false);
  rerender(2);
  expect(result.current).toBe(true);
  wait(REPLACED_MS - 1);
  expect(result.current).toBe(true);
  // A third one needs its own time.
  rerender(3);
  wait(REPLACED_MS - 1);
  expect(result.current).toBe(true);
  wait(1);
  expect(result.current).toBe(false);
  rerender(undefined);
  rerender(4);
  expect(result.current).toBe(false);
});
