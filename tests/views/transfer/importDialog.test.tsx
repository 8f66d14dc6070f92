import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { transferKinds } from '../../../contract/api/transfer.ts';
import { ImportDialog } from '../../../src/views/shared/transfer/ImportDialog.tsx';
import { createTestProviders } from '../testProviders.tsx';

it('the import of every entity has a title and rules, general ones where it has none of its own', () => {
  const { Providers } = createTestProviders();
  for (const kind of transferKinds) {
    render(<ImportDialog kind={kind} onClose={() => {}} />, { wrapper: Providers });
    const { textContent } = screen.getByRole('dialog');
    expect(textContent, kind).toMatch(/^Import/);
    expect(textContent, kind).not.toMatch(/transfer\.|permission\.|\{\{/);
    cleanup();
  }
});

it('a general rule names the column by which a row is known', () => {
  const { Providers } = createTestProviders();
  render(<ImportDialog kind="quick_code" onClose={() => {}} />, { wrapper: Providers });
  expect(screen.getByRole('dialog', { name: 'Import: Quick codes' }).textContent).toContain(
    'identified by the column “Quick code”',
  );
});
