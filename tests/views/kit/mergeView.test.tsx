import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '../../../contract/entities/site/role.ts';
import { differencesOf, type SharedField } from '../../../src/views/kit/form/merge.ts';
import { RoleDialog } from '../../../src/views/system/accounts/RoleDialog.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const fields: SharedField[] = [
  { name: 'name', label: 'Name', text: String },
  { name: 'zones', label: 'Zones', text: String, isList: true },
];
const base = { name: 'A', zones: [1, 2, 3] };

describe('differences between two versions of a row', () => {
  it('there is none where only one person changed something, or both the same', () => {
    expect(differencesOf(fields, base, { ...base, name: 'Mine' }, base)).toEqual([]);
    expect(differencesOf(fields, base, { ...base, name: 'B' }, { ...base, name: 'B' })).toEqual([]);
    expect(differencesOf(fields, base, base, { ...base, zones: [3, 2, 1] })).toEqual([]);
  });

  it("takes over what only the other changed, and keeps the user's own changes", () => {
    expect(differencesOf(fields, base, base, { ...base, name: 'Theirs' })).toMatchObject([
      { side: 'theirs', theirs: 'Theirs', mine: 'A' },
    ]);
    const both = differencesOf(fields, base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
    expect(both).toMatchObject([{ side: 'mine', theirs: 'Theirs', mine: 'Mine' }]);
  });

  it("there is none where only the order of an object's fields differs", () => {
    const [was, own] = [
      { zones: [{ a: 1, b: [{ c: 2, d: 3 }] }] },
      { zones: [{ b: [{ d: 3, c: 2 }], a: 1 }] },
    ];
    const now = { zones: [{ a: 2, b: [] }] };
    expect(differencesOf(fields, was, own, now)).toMatchObject([{ side: 'theirs' }]);
  });

  it('merges both changes of a list', () => {
    const mine = { ...base, zones: [2, 3, 4] };
    const theirs = { ...base, zones: [1, 3, 5] };
    expect(differencesOf(fields, base, mine, theirs)).toMatchObject([{ side: 'both', both: [3, 5, 4] }]);
  });
});

describe('a form whose row was saved by somebody else meanwhile', () => {
  const role: Role = {
    id: 9,
    code: 'gate',
    name: 'Gate',
    permissions: ['list_device'],
    builtin: false,
    users: 0,
    rev: 1,
    created_at: 0,
  };
  const theirs: Role = { ...role, rev: 2, name: 'Gate staff', permissions: ['list_device', 'list_task'] };

  it('shows both versions, lets the user choose, and saves on top of the other version', async () => {
    const bodies: Record<string, unknown>[] = [];
    const { Providers } = createTestProviders({
      answer(call) {
        if (call.path !== '/v1/role/9') return null;
        if (call.method.toUpperCase() === 'GET') return ok(theirs);
        bodies.push(call.body as Record<string, unknown>);
        return bodies.length === 1 ? failed(409, 'Changed by somebody else') : ok(theirs);
      },
    });
    const onClose = vi.fn();
    render(
      <Providers>
        <RoleDialog from={role} isCopy={false} onSaved={() => {}} onClose={onClose} />
      </Providers>,
    );
    const name = screen.getByRole('textbox', { name: /^Name/ }) as HTMLInputElement;
    fireEvent.change(name, { target: { value: 'Porters' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Accounts: View' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByTestId('merge')).toBeTruthy();
    // No input is lost; of the permissions, both changes are kept.
    expect(name.value).toBe('Porters');
    expect(screen.getByRole('radio', { name: /Theirs:\s*Gate staff/ })).toBeTruthy();
    expect((screen.getByRole('radio', { name: /Yours:\s*Porters/ }) as HTMLInputElement).checked).toBe(true);
    expect((screen.getByRole('radio', { name: /Both changes/ }) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: /Theirs:\s*Gate staff/ }));
    await waitFor(() => expect(name.value).toBe('Gate staff'));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodies[0]).toMatchObject({ name: 'Porters', rev: 1 });
    expect(bodies[1]).toMatchObject({ name: 'Gate staff', rev: 2 });
    expect(new Set(bodies[1]?.permissions as string[])).toEqual(
      new Set(['list_device', 'list_task', 'list_user']),
    );
  });

  it('saves at once where no field of the form differs', async () => {
    const revs: unknown[] = [];
    const { Providers } = createTestProviders({
      answer(call) {
        if (call.path !== '/v1/role/9') return null;
        if (call.method.toUpperCase() === 'GET') return ok({ ...role, users: 3, rev: 2 });
        revs.push((call.body as { rev: number }).rev);
        return revs.length === 1 ? failed(409, 'Changed by somebody else') : ok(role);
      },
    });
    const onClose = vi.fn();
    render(
      <Providers>
        <RoleDialog from={role} isCopy={false} onSaved={() => {}} onClose={onClose} />
      </Providers>,
    );
    fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Porters' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(revs).toEqual([1, 2]);
  });
});
