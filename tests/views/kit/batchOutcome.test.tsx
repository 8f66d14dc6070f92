import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BatchResult } from '../../../src/views/kit/action/BatchResult.tsx';
import { type BatchCall, type Former, useBatch } from '../../../src/views/kit/action/useBatch.ts';
import { createTestProviders } from '../testProviders.tsx';

const items = [
  { id: 1, name: 'Hall' },
  { id: 2, name: 'Yard' },
  { id: 3, name: 'Gate' },
];
const former: Former[] = [
  { ids: [1, 3], more: { ao_volume: 40 } },
  { ids: [2], more: { ao_volume: 70 } },
];

/** A batch over three terminals, of which those in `refused` fail. */
function open(refused: readonly number[], undo: readonly Former[] = []) {
  const sent: unknown[] = [];
  const call: BatchCall = {
    async batch(ids, action, more) {
      sent.push([ids, action, more]);
      return {
        results: ids.map((id) => ({ id, ok: !refused.includes(id), code: 200, message: 'Offline' })),
      };
    },
  };
  function Screen() {
    const { run, shown, failures } = useBatch(call, () => undefined);
    return (
      <>
        <button
          type="button"
          onClick={() => void run('Volume', 'volume', items, { ao_volume: 90 }, undefined, undo)}
        >
          Run
        </button>
        {shown && <BatchResult {...shown} />}
        <span data-testid="failures">{failures === undefined ? 'none' : 'some'}</span>
      </>
    );
  }
  const { Providers } = createTestProviders();
  render(<Screen />, { wrapper: Providers });
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  return { sent, press };
}

test('a batch in which all went well is listed, too', async () => {
  const { press } = open([]);
  await press('Run');
  expect(screen.getByTestId('batch-result').textContent).toContain('3 done');
  expect(screen.getByTestId('failures').textContent).toBe('none');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await press('Results');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'HallDone',
    'YardDone',
    'GateDone',
  ]);
});

test('undo gives only what was changed its former values, and is offered once', async () => {
  const { sent, press } = open([3], former);
  await press('Run');
  await press('Undo');
  expect(sent).toEqual([
    [[1, 2, 3], 'volume', { ao_volume: 90 }],
    [[1], 'volume', { ao_volume: 40 }],
    [[2], 'volume', { ao_volume: 70 }],
  ]);
  expect(screen.getByTestId('batch-result').textContent).toContain('Volume undone');
  expect(screen.getByTestId('batch-result').textContent).toContain('2 done');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
