import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { zonedAddress } from '../../../src/views/shell/zonedAddress.ts';
import { media } from '../setup.ts';
import { all, open, screenOf, table } from './openConsole.tsx';

const zoned = new Set(['menu_device_management', 'menu_client_management']);
const screens = table.map((one) => (zoned.has(one.path) ? { ...one, isZoned: true as const } : one));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  media.wide = true;
});

const link = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name });

describe('the selected zone (current_org_id)', () => {
  it('goes along by menu and by tab to screens with zones, and only there', async () => {
    const it = open('/menu_device_management?org=7&state=offline', { permissions: all, screens });
    await screen.findByText('this is menu_device_management, fresh');
    await waitFor(() => expect(it.app.client.currentOrgId$.value).toBe(7));
    expect(link('Zones').getAttribute('href')).toBe('/menu_client_management?org=7');
    fireEvent.click(within(screen.getByRole('navigation', { name: 'Main menu' })).getByText('Media'));
    expect(link('Music files').getAttribute('href')).toBe('/menu_file_management');
    await act(async () => void fireEvent.click(link('Zones')));
    await waitFor(() => expect(it.at()).toBe('/menu_client_management?org=7'));
    await act(() => it.router.navigate('/menu_client_management?org=9'));
    const tab = within(screen.getByRole('navigation', { name: 'Open screens' })).getByText('Devices');
    await waitFor(() =>
      expect(new URLSearchParams(tab.getAttribute('href')?.split('?')[1]).get('org')).toBe('9'),
    );
    expect(tab.getAttribute('href')).toContain('state=offline');
    it.stop();
  });

  it('is forgotten where all zones are chosen, and stays on screens without zones', async () => {
    const it = open('/menu_device_management?org=7', { permissions: all, screens });
    await waitFor(() => expect(it.app.client.currentOrgId$.value).toBe(7));
    await act(() => it.router.navigate('/menu_file_management'));
    await screen.findByText('this is menu_file_management, fresh');
    expect(it.app.client.currentOrgId$.value).toBe(7);
    await act(() => it.router.navigate('/menu_device_management'));
    await waitFor(() => expect(it.app.client.currentOrgId$.value).toBeNull());
    it.stop();
  });

  it('replaces the zone of an address and keeps its other filters', () => {
    const one = screenOf('menu_io_manager', { isZoned: true });
    expect(zonedAddress(one, 3, '?org=1&q=a')).toBe('/menu_io_manager?org=3&q=a');
    expect(zonedAddress(one, null, '?org=1&q=a')).toBe('/menu_io_manager?q=a');
    expect(zonedAddress(screenOf('menu_file_management', {}), 3, '?q=a')).toBe('/menu_file_management?q=a');
  });
});
