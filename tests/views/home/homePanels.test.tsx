import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { ServerLoad } from '../../../src/views/home/ServerLoad.tsx';
import { SinceMorning } from '../../../src/views/home/SinceMorning.tsx';
import { screens } from '../../../src/views/screens.ts';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

function shown(part: React.ReactNode, answers: Record<string, unknown>) {
  const { app, Providers } = createTestProviders({
    screens,
    answer: ({ path }) => (path in answers ? ok(answers[path]) : null),
  });
  onTestFinished(app.start());
  render(
    <MemoryRouter>
      <Providers>{part}</Providers>
    </MemoryRouter>,
  );
}

test('the runs since 06:00 are counted, and those that were not heard lead to their rows', async () => {
  shown(<SinceMorning />, { '/v1/task_log/summary': { runs: 14, incomplete: 2, missed: 1, failed: 0 } });
  expect(await screen.findByRole('link', { name: 'since 06:00: 14 broadcasts' })).toBeDefined();
  const incomplete = screen.getByRole('link', { name: /2 not heard everywhere/ });
  expect(incomplete.getAttribute('href')).toMatch(/menu_task_log\?from=\d+&result=incomplete/);
  expect(screen.getByRole('link', { name: /1 missed/ }).getAttribute('href')).toContain('result=missed');
});

test('when all were heard, the sentence says so', async () => {
  shown(<SinceMorning />, { '/v1/task_log/summary': { runs: 1, incomplete: 0, missed: 0, failed: 0 } });
  expect(await screen.findByRole('link', { name: 'since 06:00: 1 broadcast, all heard' })).toBeDefined();
});

test('the load of the server is that of its last minute; a late event loop is marked', async () => {
  const load = {
    from: 0,
    step_s: 60,
    cpu_pct: [50, 12.4, null],
    delay_ms: [3, 240, null],
    memory_mb: [300, 310, null],
  };
  shown(<ServerLoad />, { '/v1/load': load });
  expect(await screen.findByText('Server 12 %, 310 MB')).toBeDefined();
  expect(screen.getByTestId('server-load').textContent).toContain('event loop late by 240 ms');
});
