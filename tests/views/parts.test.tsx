import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { requiredText } from '../../contract/rules/rules.ts';
import { ApiError } from '../../src/api/error.ts';
import { BatchResult } from '../../src/views/kit/action/BatchResult.tsx';
import { BusyButton } from '../../src/views/kit/action/BusyButton.tsx';
import { ConfirmDelete } from '../../src/views/kit/action/ConfirmDelete.tsx';
import { FormDialog } from '../../src/views/kit/form/FormDialog.tsx';
import { TextField } from '../../src/views/kit/form/fields.tsx';
import { NoMatch } from '../../src/views/kit/layout/EmptyState.tsx';
import { Splitter } from '../../src/views/kit/layout/Splitter.tsx';
import { ToastHost } from '../../src/views/kit/messages/ToastHost.tsx';
import { useCriteria } from '../../src/views/kit/rows/useCriteria.ts';
import { useSelection } from '../../src/views/kit/rows/useSelection.ts';
import { StatusChip } from '../../src/views/kit/status/StatusChip.tsx';
import { createTestProviders } from './testProviders.tsx';

describe('BusyButton', () => {
  it('is busy until the response, keeps its label, and ignores further presses', async () => {
    const { Ground } = createTestProviders();
    let settle: () => void = () => {};
    let runs = 0;
    const work = () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        settle = resolve;
      });
    };
    render(
      <Ground>
        <BusyButton onPress={work}>Restart</BusyButton>
      </Ground>,
    );
    const button = screen.getByRole('button', { name: 'Restart' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.click(button);
    expect(runs).toBe(1);
    await act(async () => settle());
    expect(button.getAttribute('aria-busy')).toBe('false');
  });

  it('the same operation within 1000 ms is refused with a message; an alarm action is not', async () => {
    const { Ground, app, time } = createTestProviders();
    const notices: unknown[] = [];
    app.notices$.subscribe((notice) => notices.push(notice.key));
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    render(
      <Ground>
        <BusyButton onPress={work}>Save</BusyButton>
        <BusyButton always onPress={work}>
          Silence
        </BusyButton>
      </Ground>,
    );
    const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));
    await press('Save');
    time.now = 999;
    await press('Save');
    expect([runs, notices]).toEqual([1, ['common.tooFast']]);
    time.now = 1000;
    await press('Save');
    await press('Silence');
    await press('Silence');
    expect(runs).toBe(4);
  });

  it('a refused call ends the busy state without a crash', async () => {
    const { Ground } = createTestProviders();
    const refuse = () => Promise.reject(new ApiError({ code: 409, message: 'no' }));
    render(
      <Ground>
        <BusyButton onPress={refuse}>Go</BusyButton>
      </Ground>,
    );
    await act(async () => void fireEvent.click(screen.getByText('Go')));
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false');
  });

  it('shows why it is disabled, and stays focusable', () => {
    const { Ground } = createTestProviders();
    let runs = 0;
    render(
      <Ground>
        <BusyButton reason="Block B is offline" onPress={async () => void runs++}>
          Restart
        </BusyButton>
      </Ground>,
    );
    const button = screen.getByRole('button');
    expect(button.title).toBe('Block B is offline');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect((button as HTMLButtonElement).disabled).toBe(false);
    fireEvent.click(button);
    expect(runs).toBe(0);
  });
});

describe('FormDialog', () => {
  const schema = z.object({ name: requiredText('name', 5), count: z.string().optional() });
  function open(onSubmit: (values: unknown) => Promise<unknown>) {
    const { Ground } = createTestProviders();
    let closed = 0;
    render(
      <Ground>
        <FormDialog
          title="New zone"
          schema={schema}
          defaults={{ name: '' }}
          onSubmit={onSubmit}
          onClose={() => {
            closed += 1;
          }}
        >
          {({ control }) => <TextField control={control} name="name" label="Name" />}
        </FormDialog>
      </Ground>,
    );
    const input = screen.getByLabelText('Name') as HTMLInputElement;
    const type = (value: string) => fireEvent.change(input, { target: { value } });
    const save = () => act(async () => void fireEvent.click(screen.getByText('Save')));
    return { input, type, save, closed: () => closed };
  }

  it('shows errors beside the field, in the texts of the catalogue, and keeps the input', async () => {
    const it = open(async () => null);
    await it.save();
    await screen.findByText('Please enter a name!');
    it.type('too long a name');
    await it.save();
    await screen.findByText('Length between 1 and 5 characters!');
    expect(it.input.value).toBe('too long a name');
    expect(it.closed()).toBe(0);
  });

  it("shows the server's message at the form and its field errors beside their fields", async () => {
    const body = {
      code: 409,
      value: { fields: [{ path: 'name', key: 'common.nameTaken', message: 'The name is taken' }] },
    };
    const it = open(() => Promise.reject(new ApiError({ code: 409, message: 'Not possible now', body })));
    it.type('Hall');
    await it.save();
    await screen.findByText('The name is taken');
    expect(screen.getByText('Not possible now').closest('[role=alert]')).not.toBeNull();
    expect(it.input.value).toBe('Hall');
    expect(it.closed()).toBe(0);
  });

  it('closes after a successful save with the checked values', async () => {
    const saved: unknown[] = [];
    const it = open(async (values) => saved.push(values));
    it.type('Hall');
    await it.save();
    await waitFor(() => expect(it.closed()).toBe(1));
    expect(saved).toEqual([{ name: 'Hall' }]);
  });

  it('saves once on a double click, before the button is rendered as busy', async () => {
    const saved: unknown[] = [];
    const it = open(async (values) => saved.push(values));
    it.type('Hall');
    await act(async () => {
      fireEvent.click(screen.getByText('Save'));
      fireEvent.click(screen.getByText('Save'));
    });
    await waitFor(() => expect(it.closed()).toBe(1));
    expect(saved).toHaveLength(1);
  });
});

it('ConfirmDelete names all items, asks once, and stays open with the reason when refused', async () => {
  const { Ground } = createTestProviders();
  let runs = 0;
  const refuse = () => {
    runs += 1;
    return Promise.reject(new Error('It is on the air'));
  };
  render(
    <Ground>
      <ConfirmDelete
        title="Delete 2 files?"
        consequence="Tasks that use them lose them."
        items={[
          { key: 1, name: 'Bell', detail: '0:12' },
          { key: 2, name: 'Anthem' },
        ]}
        confirmLabel="Delete 2"
        onConfirm={refuse}
        onClose={() => {
          throw new Error('closed');
        }}
      />
    </Ground>,
  );
  for (const text of ['Bell', 'Anthem', 'Tasks that use them lose them.', 'This cannot be undone'])
    expect(screen.getByText(text)).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByText('Delete 2')));
  expect(runs).toBe(1);
  expect(screen.getByRole('alert').textContent).toContain('It is on the air');
});

it('BatchResult lists failures first and retries only them', async () => {
  const { Ground } = createTestProviders();
  const retried: number[][] = [];
  const results = [
    { id: 1, ok: true, code: 200, message: '' },
    { id: 2, ok: false, code: 409, message: 'is offline' },
    { id: 3, ok: true, code: 200, message: '' },
  ];
  render(
    <Ground>
      <BatchResult
        outcome={{ action: 'Restart', at: '14:31:50', results }}
        nameOf={(id) => `T${id}`}
        onRetry={(ids) => retried.push(ids)}
        onClose={() => {}}
      />
    </Ground>,
  );
  expect(screen.getByText('2 done')).toBeTruthy();
  expect(screen.getByText('1 not done: T2 is offline')).toBeTruthy();
  fireEvent.click(screen.getByText('Try 1 again'));
  expect(retried).toEqual([[2]]);
  fireEvent.click(screen.getByText('Details'));
  const rows = (await screen.findAllByRole('listitem', { hidden: true })).map((row) => row.textContent);
  expect(rows).toEqual(['T2is offline', 'T1Done', 'T3Done']);
});

it('NoMatch names each filter and removes it alone or all', () => {
  const { Ground } = createTestProviders();
  const dropped: string[] = [];
  render(
    <Ground>
      <NoMatch
        title="No terminal matches"
        filters={[
          { key: 'state', text: 'Offline' },
          { key: 'version', text: 'Version 3.1' },
        ]}
        onDrop={(key) => dropped.push(key)}
        onClear={() => dropped.push('all')}
      />
    </Ground>,
  );
  expect(screen.getByText('Filters: Offline, Version 3.1.')).toBeTruthy();
  fireEvent.click(screen.getByText('Drop Version 3.1'));
  fireEvent.click(screen.getByText('Clear all filters'));
  expect(dropped).toEqual(['version', 'all']);
});

describe('messages', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a toast is shown for 1000 ms, longer under the pointer; the message stays in the centre', () => {
    const { Ground, centre } = createTestProviders();
    render(
      <Ground>
        <ToastHost />
      </Ground>,
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
    const { Ground } = createTestProviders();
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
      <Ground>
        <Splitter name="test" left={<p>left</p>}>
          <p>middle</p>
        </Splitter>
      </Ground>,
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
  const { Ground } = createTestProviders();
  render(
    <Ground>
      <StatusChip status="offline" />
      <StatusChip status="offline" text="3 offline" />
    </Ground>,
  );
  expect(screen.getByText('Offline')).toBeTruthy();
  expect(screen.getByText('3 offline')).toBeTruthy();
  expect(document.querySelectorAll('[data-status=offline] > svg[aria-hidden]')).toHaveLength(2);
});

it('up to fifty ticked rows are stored in the address', () => {
  const many = Array.from({ length: 51 }, (_, index) => index + 1);
  function Probe() {
    const selection = useSelection();
    return (
      <>
        <output>{[...selection.ids].join()}</output>
        <button type="button" onClick={() => selection.set(many)}>
          many
        </button>
        <button type="button" onClick={selection.clear}>
          clear
        </button>
      </>
    );
  }
  render(
    <MemoryRouter initialEntries={['/x?sel=3,5,zero']}>
      <Probe />
    </MemoryRouter>,
  );
  const shown = () => screen.getByRole('status').textContent;
  expect(shown()).toBe('3,5');
  fireEvent.click(screen.getByText('many'));
  expect(shown()).toBe(many.join());
  fireEvent.click(screen.getByText('clear'));
  expect(shown()).toBe('');
});

it('a filter and the ticks changed at the same time are both stored in the address', async () => {
  function Probe() {
    const { criteria, change } = useCriteria();
    const selection = useSelection();
    const both = () => {
      change({ q: 'bell', page: 1 });
      selection.set([4]);
      change({ filters: { org: '2' } });
    };
    return (
      <button type="button" onClick={both}>
        {`${criteria.q} ${criteria.filters.org} ${[...selection.ids].join()}`}
      </button>
    );
  }
  const slow = async () => void (await Promise.resolve());
  const router = createMemoryRouter([{ path: '/x', element: <Probe />, middleware: [slow] }], {
    initialEntries: ['/x?page=3&sel=9'],
  });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByText('undefined undefined 9'));
  await screen.findByText('bell 2 4');
  expect(router.state.location.search).toBe('?sel=4&q=bell&org=2');
});
