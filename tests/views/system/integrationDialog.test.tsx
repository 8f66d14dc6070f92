import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { IntegrationDialog } from '../../../src/views/system/integrations/IntegrationDialog.tsx';
import { createTestProviders } from '../testProviders.tsx';

test('a new connection marks the secret that it needs, and no name that was not typed yet', async () => {
  const { Providers } = createTestProviders({ answer: () => null });
  render(
    <MemoryRouter>
      <Providers>
        <IntegrationDialog row={null} onClose={() => undefined} />
      </Providers>
    </MemoryRouter>,
  );
  const kind = () => screen.getByRole('combobox', { name: /^Kind/ });
  const name = () => screen.getByRole('textbox', { name: /^Name/ });
  const choose = async (option: RegExp) => {
    fireEvent.click(kind());
    fireEvent.click(await screen.findByRole('option', { name: option }));
  };
  expect(kind().compareDocumentPosition(name()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText('Secret').closest('label')?.textContent).toContain('*');
  await choose(/SNMP/);
  expect(screen.getByText(/^Community/).closest('label')?.textContent).toContain('*');
  await choose(/MQTT/);
  expect(screen.getByText('Password').closest('label')?.textContent).not.toContain('*');
  expect(name().getAttribute('aria-invalid')).not.toBe('true');
});
