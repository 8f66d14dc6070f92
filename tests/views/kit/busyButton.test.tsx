import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/error.ts';
import { overdueMs } from '../../../src/machines/requests.ts';
import { BusyButton } from '../../../src/views/kit/action/BusyButton.tsx';
import { createTestProviders } from '../testProviders.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A button whose operation is never answered. */
function shown(always: boolean) {
  const onPress = vi.fn(() => new Promise<void>(() => {}));
  const { Providers } = createTestProviders();
  render(
    <Providers>
      <BusyButton always={always} onPress={onPress}>
        Stop
      </BusyButton>
    </Providers>,
  );
  return { onPress, button: screen.getByRole('button', { name: /Stop/ }) };
}

describe('a button without a response', () => {
  it('can be pressed again after a time where it must always work', async () => {
    const { onPress, button } = shown(true);
    fireEvent.click(button);
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    await pass(overdueMs);
    expect(button.getAttribute('aria-busy')).toBe('false');
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  it('keeps its name meanwhile, for screen readers', () => {
    const { button } = shown(false);
    fireEvent.click(button);
    expect(screen.getByRole('button', { name: 'Stop', busy: true })).toBe(button);
  });

  it('stays busy anywhere else', async () => {
    const { onPress, button } = shown(false);
    fireEvent.click(button);
    await pass(overdueMs * 10);
    fireEvent.click(button);
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('says why a quiet call failed, and leaves a loud one to the session', async () => {
    const { Providers, app } = createTestProviders();
    const told: unknown[] = [];
    app.notices$.subscribe(({ text }) => told.push(text));
    const refuse = (isUnshown: boolean) =>
      Object.assign(new ApiError({ code: 409, message: 'in use' }), { isUnshown });
    for (const isUnshown of [false, true]) {
      const { unmount } = render(
        <Providers>
          <BusyButton onPress={() => Promise.reject(refuse(isUnshown))}>Hold</BusyButton>
        </Providers>,
      );
      fireEvent.click(screen.getByRole('button', { name: 'Hold' }));
      await pass(1);
      expect(told).toEqual(isUnshown ? ['in use'] : []);
      unmount();
      await pass(2000);
    }
  });
});
