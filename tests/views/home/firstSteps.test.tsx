import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { FirstSteps } from '../../../contract/entities/site/firstSteps.ts';
import { firstStepKeys } from '../../../contract/fieldCodes.ts';
import { StepList } from '../../../src/views/home/firstRun/FirstSteps.tsx';
import { reachableAddresses } from '../../../src/views/home/firstRun/reachableAddresses.ts';
import { screens } from '../../../src/views/screens.ts';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

function open(done: readonly string[]) {
  const onHide = vi.fn();
  const { Providers } = createTestProviders({
    screens,
    answer: (call) => (call.path === '/v1/origin' ? ok({ https_port: 8443 }) : null),
  });
  const data: FirstSteps = {
    steps: firstStepKeys.map((key) => ({ key, done: done.includes(key) })),
    hosts: ['192.168.1.20'],
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <Providers>{children}</Providers>
    </MemoryRouter>
  );
  render(<StepList data={data} onHide={onHide} />, { wrapper });
  return { onHide };
}

test('every step says whether it is done and leads to its place', () => {
  const { onHide } = open(['adopt', 'zones']);
  expect(screen.getByText('2 of 7 done')).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/menu_scan_device',
    '/menu_device_management',
    '/menu_client_management',
    '/menu_file_management',
    '/menu_task_status?new=1',
    '/system?tab=backups',
    '/system',
  ]);
  expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(onHide).toHaveBeenCalledOnce();
});

test('when all are done it says that it goes', () => {
  open(firstStepKeys);
  expect(screen.getByText(/All done/)).toBeTruthy();
});

test('the address for phones is never the one of this computer alone', () => {
  const at = (hostname: string, port: number | null, backend = '') =>
    reachableAddresses({ hostname }, port, '/terminal', { backend, hosts: ['10.0.0.5', '192.168.1.20'] });
  expect(at('localhost', 8443)).toEqual([
    'https://10.0.0.5:8443/terminal',
    'https://192.168.1.20:8443/terminal',
  ]);
  expect(at('pa.school.example', 443)).toEqual(['https://pa.school.example/terminal']);
  expect(at('localhost', null)).toEqual([]);
  expect(at('localhost', 8443, 'https://sound.example:9443')).toEqual([
    'https://sound.example:9443/terminal',
  ]);
});
