import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DialogFrame } from '../../../../src/views/kit/layout/DialogFrame.tsx';
import { Announced } from '../../../../src/views/kit/messages/Announced.tsx';
import { StayingToast } from '../../../../src/views/kit/messages/StayingToast.tsx';
import { ToastHost } from '../../../../src/views/kit/messages/ToastHost.tsx';
import { FaultBanner } from '../../../../src/views/shared/frame/FaultBanner.tsx';
import { createTestProviders } from '../../testProviders.tsx';

const waits = 'A start was not played';

/** Announcements that are made on every screen, beside an open dialog. */
function Page() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <p>Content of the screen</p>
      <Announced urgency="urgent">Fire in the mill</Announced>
      <Announced urgency="polite">admin acknowledged</Announced>
      <FaultBanner testid="stale" alert="No longer live">
        since 10:00
      </FaultBanner>
      <ToastHost>
        <StayingToast testId="staying">
          <span>{waits}</span>
        </StayingToast>
      </ToastHost>
      {isOpen && (
        <DialogFrame title="Edit" actions={null} onClose={() => setOpen(false)}>
          Fields
        </DialogFrame>
      )}
    </>
  );
}

const isHidden = (element: Element) => element.closest('[aria-hidden=true], [inert]') !== null;

test('a dialog hides the screen behind it, and nothing of what is announced meanwhile', async () => {
  const it = createTestProviders();
  render(<Page />, { wrapper: it.Providers });
  await waitFor(() => expect(isHidden(screen.getByText('Content of the screen'))).toBe(true));
  act(() => it.centre.add('done', 'Saved'));
  for (const [text, role] of [
    ['Fire in the mill', 'alert'],
    ['No longer live', 'alert'],
    ['admin acknowledged', 'status'],
    [waits, 'status'],
    ['Saved', 'status'],
  ] as const) {
    const region = screen.getByText(text).closest('[role=alert], [role=status]');
    expect(region?.getAttribute('role'), text).toBe(role);
    expect(region !== null && isHidden(region), text).toBe(false);
  }
});

test('each message is read alone, and not all of its region again', () => {
  const it = createTestProviders();
  render(<Page />, { wrapper: it.Providers });
  act(() => it.centre.add('done', 'Saved'));
  act(() => it.centre.add('done', 'Sent'));
  const readWith = (text: string) => screen.getByText(text).closest('[aria-atomic]');
  expect(readWith('Sent')?.textContent).toBe('Sent');
  expect(readWith('Sent')?.getAttribute('aria-atomic')).toBe('true');
  expect(readWith('Sent')?.parentElement?.closest('[aria-atomic]')?.getAttribute('aria-atomic')).toBe(
    'false',
  );
  expect(readWith(waits)?.textContent).toBe(waits);
});
