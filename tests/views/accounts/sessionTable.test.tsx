import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SessionRow } from '../../../contract/entities/site/session.ts';
import { SessionTable } from '../../../src/views/shared/accounts/SessionTable.tsx';
import { createTestProviders } from '../testProviders.tsx';

const row = (id: number, client_ip: string): SessionRow =>
  ({ id, client_ip, user_agent: '', created_at: 1, last_seen_at: 2, current: false }) as SessionRow;

test('an ended login keeps its place under the pointer: the second press of a double click ends no other', () => {
  const { Providers } = createTestProviders();
  const end = vi.fn(() => Promise.resolve());
  const table = (...rows: SessionRow[]) => (
    <Providers>
      <SessionTable rows={rows} onEnd={end} />
    </Providers>
  );
  const [first, second] = [row(1, '10.0.0.1'), row(2, '10.0.0.2')];
  const view = render(table(first, second));
  const [, body] = screen.getAllByRole('rowgroup');
  if (body === undefined) throw new Error('no rows');
  const places = () =>
    screen.getAllByRole('row').map(({ textContent }) => /10\.0\.0\.\d/.exec(textContent)?.[0]);
  fireEvent.pointerEnter(body);
  view.rerender(table(second));
  expect(places()).toEqual([undefined, '10.0.0.1', '10.0.0.2']);
  // The row of the ended login has no button, that of the other still has its own.
  expect(screen.getAllByRole('button')).toHaveLength(1);
  fireEvent.pointerLeave(body);
  expect(places()).toEqual([undefined, '10.0.0.2']);
});
