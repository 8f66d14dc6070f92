import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { NextBell } from '../../src/views/wall/NextBell.tsx';
import { shiftAt } from '../../src/views/wall/usePixelShift.ts';
import { WallAlarm } from '../../src/views/wall/WallAlarm.tsx';
import { ok } from '../support/fakeServer.ts';
import { liveAlarm } from './alarms/liveAlarm.ts';
import { createTestProviders } from './testProviders.tsx';

test('the wall shows the cause of an alarm, its minutes, what is not heard, and further alarms', async () => {
  const { app, Providers } = createTestProviders();
  onTestFinished(app.start());
  const alarm = liveAlarm({
    plan_name: 'Fire in block A',
    device_name: 'Panel 1',
    origin: { kind: 'input', by: 'Panel 1', text: '' },
    active_inputs: [3],
    input_names: { 3: 'Lab' },
    began_at: Date.now() - 61_000,
    targets: 20,
    sounding: 18,
    offline: 2,
  });
  const other = liveAlarm({ id: 2, plan_name: 'Gas in the kitchen', began_at: Date.now() });
  render(<WallAlarm alarms={[alarm, other]} />, { wrapper: Providers });
  const wall = screen.getByTestId('wall-alarm').textContent ?? '';
  expect(wall).toContain('Fire in block A');
  expect(wall).toContain('Panel 1');
  expect(wall).toContain('3 (Lab)');
  expect(wall).toMatch(/00:01:0\d/);
  expect(wall).toContain('Gas in the kitchen');
  expect(wall).toMatch(/18.*20/);
});

test('the wall shows the next step of an alarm with its countdown', () => {
  const { app, Providers } = createTestProviders();
  onTestFinished(app.start());
  const alarm = liveAlarm({ steps: 1, next_step_name: 'Whole school', next_step_at: Date.now() + 40_000 });
  render(<WallAlarm alarms={[alarm]} />, { wrapper: Providers });
  expect(screen.getByTestId('wall-step').textContent).toMatch(/Whole school.*00:(40|39)/);
});

test('the next run has a countdown; a run of another day has none', async () => {
  const next = async (waitS: number) => {
    const run = { task_id: 1, plan_id: null, name: 'Class bell', task_type: 1, audio_source: 1, end: null };
    const start = Math.floor(Date.now() / 1000) + waitS;
    const { app, Providers } = createTestProviders({
      answer: ({ path }) => (path === '/v1/next_run' ? ok([{ ...run, start }]) : null),
    });
    onTestFinished(app.start());
    const view = render(<NextBell />, { wrapper: Providers });
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    return view;
  };
  const soon = await next(600);
  expect((await screen.findByTestId('wall-next')).textContent).toMatch(/Class bell(10:00|09:5\d)/);
  soon.unmount();
  const later = await next(90_000);
  expect(later.container.textContent).toBe('');
});

test('the picture moves by a few pixels, and to another place each time', () => {
  const places = Array.from({ length: 20 }, (_, step) => shiftAt(step));
  for (const { x, y } of places) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(4);
  for (const [i, one] of places.slice(1).entries()) expect(one).not.toEqual(places[i]);
});
