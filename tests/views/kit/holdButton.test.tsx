import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HoldButton } from '../../../src/views/kit/action/HoldButton.tsx';
import { HOLD_MS } from '../../../src/views/kit/action/useHold.ts';
import { createTestProviders } from '../testProviders.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function shown(more: { reason?: string; effect?: string } = {}) {
  const onHeld = vi.fn(() => Promise.resolve());
  const { Providers } = createTestProviders();
  render(
    <Providers>
      <HoldButton onHeld={onHeld} look="alarm" {...more}>
        Start
      </HoldButton>
    </Providers>,
  );
  return { onHeld, button: screen.getByRole('button', { name: /Start/ }) };
}

describe('a hold button', () => {
  it('acts once after two seconds by pointer, and shows the remaining time', async () => {
    const { onHeld, button } = shown();
    fireEvent.pointerDown(button, { button: 0 });
    await pass(1500);
    expect(onHeld).not.toHaveBeenCalled();
    expect(button.textContent).toMatch(/Keep holding 0\.[4-6] s/);
    await pass(HOLD_MS);
    expect(onHeld).toHaveBeenCalledTimes(1);
    fireEvent.pointerUp(button);
    await pass(HOLD_MS * 2);
    expect(onHeld).toHaveBeenCalledTimes(1);
  });

  it('does nothing when it is released, left or blurred', async () => {
    const { onHeld, button } = shown();
    for (const end of [fireEvent.pointerUp, fireEvent.pointerLeave, fireEvent.blur]) {
      fireEvent.pointerDown(button, { button: 0 });
      await pass(HOLD_MS - 300);
      end(button);
      await pass(HOLD_MS);
    }
    // A click of the mouse, whose press was too short.
    fireEvent.click(button, { detail: 1 });
    await pass(HOLD_MS);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(onHeld).not.toHaveBeenCalled();
  });

  it('is held by the space bar or Enter; key repeat has no effect', async () => {
    const { onHeld, button } = shown();
    for (const key of [' ', 'Enter']) {
      onHeld.mockClear();
      fireEvent.keyDown(button, { key });
      await pass(1000);
      fireEvent.keyDown(button, { key, repeat: true });
      await pass(1100);
      expect(onHeld).toHaveBeenCalledTimes(1);
      // Key repeat must not start a second hold.
      fireEvent.keyDown(button, { key, repeat: true });
      await pass(HOLD_MS * 2);
      expect(onHeld).toHaveBeenCalledTimes(1);
      fireEvent.keyUp(button, { key });
    }
  });

  it('asks for confirmation on a click by assistive technology or on two short presses', async () => {
    const { onHeld, button } = shown();
    const twice = async () => {
      for (let i = 0; i < 2; i++) {
        fireEvent.keyDown(button, { key: 'Enter' });
        await pass(200);
        fireEvent.keyUp(button, { key: 'Enter' });
      }
    };
    for (const press of [async () => void fireEvent.click(button, { detail: 0 }), twice]) {
      onHeld.mockClear();
      await press();
      await pass(100);
      expect(onHeld).not.toHaveBeenCalled();
      const dialog = screen.getByRole('alertdialog', { name: 'Start?' });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
      await pass(1000);
      expect(onHeld).toHaveBeenCalledTimes(1);
    }
  });

  it('does what its words said when it was held or asked, and nothing when they have changed meanwhile', async () => {
    const done: string[] = [];
    const { Providers } = createTestProviders();
    const step = (name: string) => (
      <Providers>
        <HoldButton onHeld={() => done.push(name)}>{name}</HoldButton>
      </Providers>
    );
    const { rerender } = render(step('Step 2'));
    const button = () => screen.getByRole('button', { name: /^Step/ });
    fireEvent.pointerDown(button(), { button: 0 });
    await pass(1500);
    rerender(step('Step 3'));
    await pass(HOLD_MS);
    expect(done).toEqual([]);
    fireEvent.pointerUp(button());

    fireEvent.click(button(), { detail: 0 });
    await pass(100);
    const dialog = screen.getByRole('alertdialog', { name: 'Step 3?' });
    rerender(step('Step 4'));
    const confirm = within(dialog).getByRole('button', { name: 'Step 3' });
    expect(confirm.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(confirm);
    await pass(1000);
    expect(done).toEqual([]);
  });

  it('describes how it works and its effect', () => {
    const { button } = shown({ effect: 'Sounds everywhere' });
    const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(/hold for 2 seconds.*Sounds everywhere/);
  });

  it('shows why it is disabled, and does nothing', async () => {
    const { onHeld, button } = shown({ reason: 'No permission' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.title).toBe('No permission');
    fireEvent.pointerDown(button, { button: 0 });
    await pass(HOLD_MS * 2);
    expect(onHeld).not.toHaveBeenCalled();
  });
});
