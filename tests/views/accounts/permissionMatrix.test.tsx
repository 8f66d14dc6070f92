import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { isSiteWide, siteWideKeys } from '../../../contract/api/siteWide.ts';
import { PermissionMatrix } from '../../../src/views/system/accounts/PermissionMatrix.tsx';
import { createTestProviders } from '../testProviders.tsx';

it('the matrix marks every key that needs an account of the whole site, and no other', () => {
  const { Providers } = createTestProviders();
  render(
    <Providers>
      <PermissionMatrix chosen={[]} held={new Set(permissionKeys)} onChange={() => {}} />
    </Providers>,
  );
  const boxes = screen.getAllByRole('checkbox') as HTMLInputElement[];
  const marked = permissionKeys.filter((key) => {
    const box = boxes.find(({ title }) => title === key);
    expect(box, key).toBeDefined();
    const seen = [...(box?.labels ?? [])].map(({ textContent }) => textContent).join(' ');
    const name = box?.getAttribute('aria-label') ?? seen;
    expect(name.includes('whole site'), key).toBe(seen.includes('whole site'));
    return seen.includes('whole site');
  });
  expect(marked).toEqual(permissionKeys.filter(isSiteWide));
  expect(marked).toHaveLength(siteWideKeys.length);
  expect(screen.getByText(/apply to accounts for all zones only/)).toBeTruthy();
});
