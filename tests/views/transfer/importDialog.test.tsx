import { cleanup, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { columnsFor, transferKinds } from '../../../contract/api/transfer.ts';
import { ImportDialog } from '../../../src/views/shared/transfer/ImportDialog.tsx';
import { createTestProviders } from '../testProviders.tsx';

it('the import of every entity has a title and rules', () => {
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

it('a table describes the cells of every column that a file may have', () => {
  const { Providers } = createTestProviders();
  for (const kind of transferKinds) {
    render(<ImportDialog kind={kind} onClose={() => {}} />, { wrapper: Providers });
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    const labels = columnsFor(kind, 'in').map(({ label }) => label.en);
    expect(
      rows.map((row) => within(row).getByRole('rowheader').textContent?.replace('required', '')),
      kind,
    ).toEqual(labels);
    for (const row of rows) {
      const text = within(row).getByRole('cell').textContent;
      expect(text, kind).toMatch(/\w/);
      expect(text, kind).not.toMatch(/transfer\.|As in an export/);
    }
    cleanup();
  }
});
