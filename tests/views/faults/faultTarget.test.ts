import { expect, test } from 'vitest';
import { faultKinds } from '../../../contract/fieldCodes.ts';
import { screens } from '../../../src/views/screens.ts';
import { faultTarget, terminalScreens } from '../../../src/views/shared/faults/faultTarget.ts';

const paths = new Set(screens.map(({ path }) => path));
const params = { name: 'Hall 1', code: 'S-17', task: 'Bell', plan: 'Fire', what: 'text' };

test('every kind of fault leads to a screen of the console, or to its terminal', () => {
  for (const kind of faultKinds) {
    const target = faultTarget({ kind, terminal_id: 7, params });
    if ('terminal' in target) expect(target.terminal, kind).toBe(7);
    else expect(paths.has(target.screen), kind).toBe(true);
  }
  for (const screen of Object.values(terminalScreens)) expect(paths.has(screen), screen).toBe(true);
});

test('a fault that names a task, a plan or a line finds it on its screen', () => {
  const of = (kind: (typeof faultKinds)[number], terminal_id: number | null = null) =>
    faultTarget({ kind, terminal_id, params });
  expect(of('schedule_missed')).toEqual({ screen: 'menu_task_management', search: { q: 'Bell' } });
  expect(of('alarm_nowhere')).toEqual({ screen: 'menu_alarm_plan', search: { q: 'Fire' } });
  expect(of('input_line', 7)).toEqual({ screen: 'menu_io_manager', search: { q: 'S-17' } });
  // A terminal that is not adopted has no row yet.
  expect(of('terminal_duplicate')).toEqual({ screen: 'menu_scan_device', search: { q: 'S-17' } });
});
