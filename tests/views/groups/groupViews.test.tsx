import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import type { DeviceGroup } from '../../../contract/entities/terminals/group.ts';
import { GroupDialog } from '../../../src/views/shared/groups/GroupDialog.tsx';
import { GroupPanel } from '../../../src/views/shared/groups/GroupPanel.tsx';
import { baseFilter } from '../../../src/views/shared/terminals/deviceFilter.ts';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const group = (more: Partial<DeviceGroup> = {}): DeviceGroup => ({
  id: 7,
  name: 'Halls',
  online: 0,
  offline: 2,
  behind_relay: 0,
  whole: true,
  rev: 1,
  created_at: 0,
  device_ids: [1, 2],
  ...more,
});

describe('two people edit one group', () => {
  it('the second sees the changes of the first, and saves on top of them', async () => {
    const theirs = group({ rev: 2, name: 'Great halls', device_ids: [1, 5] });
    const bodies: unknown[] = [];
    const { Providers } = createTestProviders({
      answer(call) {
        if (call.path !== '/v1/device_group/7') return null;
        if (call.method.toUpperCase() === 'GET') return ok(theirs);
        bodies.push(call.body);
        return bodies.length === 1 ? failed(409, 'Changed by somebody else') : ok(theirs);
      },
    });
    const onClose = vi.fn();
    render(
      <Providers>
        <GroupDialog kind="device" group={group()} onSaved={() => {}} onClose={onClose} />
      </Providers>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const merge = await screen.findByTestId('merge');
    expect(merge.textContent).toContain('Theirs: Great halls');
    expect(merge.textContent).toContain('+ #5 − #2');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodies).toEqual([
      { name: 'Halls', device_ids: [1, 2], rev: 1 },
      { name: 'Great halls', device_ids: [1, 5], rev: 2 },
    ]);
  });

  it('a group shared with others keeps its name', () => {
    const { Providers } = createTestProviders();
    render(
      <Providers>
        <GroupDialog kind="device" group={group({ whole: false })} onSaved={() => {}} onClose={() => {}} />
      </Providers>,
    );
    expect((screen.getByRole('textbox', { name: /^Name/ }) as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText(/terminals outside your zones/)).toBeTruthy();
  });
});

describe('groups below the zone tree', () => {
  const panel = (permissions = permissionKeys) => {
    const providers = createTestProviders({ permissions });
    render(
      <MemoryRouter>
        <providers.Providers>
          <GroupPanel selected="7" onSelect={() => {}}>
            <p>the tree</p>
          </GroupPanel>
        </providers.Providers>
      </MemoryRouter>,
    );
    return providers;
  };

  it('are hidden without the right; the tree is shown', () => {
    panel(permissionKeys.filter((key) => key !== 'list_device_group'));
    expect(screen.getByText('the tree')).toBeTruthy();
    expect(screen.queryByText('Device groups')).toBeNull();
  });

  it('show why they cannot be edited without the right', async () => {
    panel(['list_device_group', 'list_device', 'operate_real_time_task']);
    fireEvent.click(screen.getByRole('button', { name: 'Actions of the group' }));
    const item = await screen.findByRole('menuitem', { name: 'Name and members' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('device grid', () => {
  it('shows the members of the selected group', () => {
    const test = baseFilter({ group: '7' }, undefined);
    expect(test?.({ groups: [3, 7] } as unknown as DeviceLive)).toBe(true);
    expect(test?.({ groups: [3] } as unknown as DeviceLive)).toBe(false);
  });
});
