import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoMatch } from '../../../src/views/kit/layout/EmptyState.tsx';
import { Splitter } from '../../../src/views/kit/layout/Splitter.tsx';
import { ToastHost } from '../../../src/views/kit/messages/ToastHost.tsx';
import { StatusChip } from '../../../src/views/kit/status/StatusChip.tsx';
import { createTestProviders } from '../testProviders.tsx';

it('NoMatch names each filter and removes it alone or all', () => {
  const { Providers } = createTestProviders();
  const dropped: string[] = [];
  render(
    <Providers>
      <NoMatch
        title="No terminal matches"
        filters={[
          { key: 'state', text: 'Offline' },
          { key: 'version', text: 'Version 3.1' },
        ]}
        onDrop={(key) => dropped.push(key)}
        onClear={() => dropped.push('all')}
      />
    </Providers>,
  );
  expect(screen.getByText('Filters: Offline, Version 3.1.')).toBeTruthy();
  fireEvent.click(screen.getByText('Remove Version 3.1'));
  fireEvent.click(screen.getByText('Clear all filters'));
  expect(dropped).toEqual(['version', 'all']);
});

describe('messages', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a toast is shown for 1000 ms, longer under the pointer; the message stays in the centre', () => {
    const { Providers, centre } = createTestProviders();
    render(
      <Providers>
        <ToastHost />
      </Providers>,
    );
    act(() => centre.add('error', 'Disk full'));
    expect(screen.getByText('Disk full')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(999));
    fireEvent.mouseEnter(screen.getByText('Disk full').parentElement as Element);
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.getByText('Disk full')).toBeTruthy();
    fireEvent.mouseLeave(screen.getByText('Disk full').parentElement as Element);
    act(() => void vi.advanceTimersByTime(1000));
    expect(screen.queryByText('Disk full')).toBeNull();
    expect(centre.list$.value.map((one) => one.text)).toEqual(['Disk full']);
    expect(centre.unseen$.value).toBe(1);
  });
});

describe('Splitter', () => {
  it('moves by arrow keys within its bounds, and Enter resets the layout', () => {
    const { Providers } = createTestProviders();
    localStorage.clear();
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    const observers: ResizeObserverCallback[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: ResizeObserverCallback) {
          observers.push(callback);
        }
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    );
    render(
      <Providers>
        <Splitter name="test" left={<p>left</p>}>
          <p>middle</p>
        </Splitter>
      </Providers>,
    );
    act(() => {
      for (const call of observers) call([], {} as ResizeObserver);
    });
    const handle = screen.getByRole('separator');
    const now = () => handle.getAttribute('aria-valuenow');
    expect(now()).toBe('188');
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    expect(now()).toBe('204');
    fireEvent.keyDown(handle, { key: 'End' });
    expect(now()).toBe('850');
    fireEvent.keyDown(handle, { key: 'Home' });
    fireEvent.keyDown(handle, { key: 'ArrowLeft' });
    expect(now()).toBe('32');
    expect(localStorage.getItem('splitter.test')).toBe('32');
    fireEvent.keyDown(handle, { key: 'Enter' });
    expect(now()).toBe('188');
    expect(localStorage.getItem('splitter.test')).toBeNull();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

it('a status has a text beside its glyph', () => {
  const { Providers } = createTestProviders();
  render(
    <Providers>
      <StatusChip status="offline" />
      <StatusChip status="offline" text="3 offline" />
    </Providers>,
  );
  expect(screen.getByText('Offline')).toBeTruthy();
  expect(screen.getByText('3 offline')).toBeTruthy();
  expect(document.querySelectorAll('[data-status=offline] > svg[aria-hidden]')).toHaveLength(2);
});
