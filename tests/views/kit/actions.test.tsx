import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/error.ts';
import { BatchResult } from '../../../src/views/kit/action/BatchResult.tsx';
import { BusyButton } from '../../../src/views/kit/action/BusyButton.tsx';
import { ConfirmDelete } from '../../../src/views/kit/action/ConfirmDelete.tsx';
import { createTestProviders } from '../testProviders.tsx';

describe('BusyButton', () => {
  it('is busy until the response, keeps its label, and ignores further presses', async () => {
    const { Providers } = createTestProviders();
    let settle: () => void = () => {};
    let runs = 0;
    const work = () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        settle = resolve;
      });
    };
    render(
      <Providers>
        <BusyButton onPress={work}>Restart</BusyButton>
      </Providers>,
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
    const { Providers, app, time } = createTestProviders();
    const notices: unknown[] = [];
    app.notices$.subscribe((notice) => notices.push(notice.key));
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    render(
      <Providers>
        <BusyButton onPress={work}>Save</BusyButton>
        <BusyButton always onPress={work}>
          Silence
        </BusyButton>
      </Providers>,
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
    const { Providers } = createTestProviders();
    const refuse = () => Promise.reject(new ApiError({ code: 409, message: 'no' }));
    render(
      <Providers>
        <BusyButton onPress={refuse}>Go</BusyButton>
      </Providers>,
    );
    await act(async () => void fireEvent.click(screen.getByText('Go')));
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false');
  });

  it('shows why it is disabled, and stays focusable', () => {
    const { Providers } = createTestProviders();
    let runs = 0;
    render(
      <Providers>
        <BusyButton reason="Block B is offline" onPress={async () => void runs++}>
          Restart
        </BusyButton>
      </Providers>,
    );
    const button = screen.getByRole('button');
    expect(button.title).toBe('Block B is offline');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect((button as HTMLButtonElement).disabled).toBe(false);
    fireEvent.click(button);
    expect(runs).toBe(0);
  });
});

it('ConfirmDelete names all items, asks once, and stays open with the reason when refused', async () => {
  const { Providers } = createTestProviders();
  let runs = 0;
  const refuse = () => {
    runs += 1;
    return Promise.reject(new Error('It is on the air'));
  };
  render(
    <Providers>
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
    </Providers>,
  );
  for (const text of ['Bell', 'Anthem', 'Tasks that use them lose them.', 'This cannot be undone'])
    expect(screen.getByText(text)).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByText('Delete 2')));
  expect(runs).toBe(1);
  expect(screen.getByRole('alert').textContent).toContain('It is on the air');
});

it('BatchResult lists failures first and retries only them', async () => {
  const { Providers } = createTestProviders();
  const retried: number[][] = [];
  const results = [
    { id: 1, ok: true, code: 200, message: '' },
    { id: 2, ok: false, code: 409, message: 'is offline' },
    { id: 3, ok: true, code: 200, message: '' },
  ];
  render(
    <Providers>
      <BatchResult
        outcome={{ action: 'Restart', at: '14:31:50', results }}
        nameOf={(id) => `T${id}`}
        onRetry={(ids) => retried.push(ids)}
        onClose={() => {}}
      />
    </Providers>,
  );
  expect(screen.getByText('2 done')).toBeTruthy();
  expect(screen.getByText('1 not done: T2 is offline')).toBeTruthy();
  fireEvent.click(screen.getByText('Retry 1'));
  expect(retried).toEqual([[2]]);
  fireEvent.click(screen.getByText('Results'));
  const rows = (await screen.findAllByRole('listitem', { hidden: true })).map((row) => row.textContent);
  expect(rows).toEqual(['T2is offline', 'T1Done', 'T3Done']);
});
