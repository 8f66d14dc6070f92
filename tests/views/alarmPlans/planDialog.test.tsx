import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { PlanDialog } from '../../../src/views/emergency/plans/PlanDialog.tsx';
import { PlanPanel } from '../../../src/views/emergency/plans/PlanPanel.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';
import { livePlan } from './livePlan.ts';

const task = (id: number, name: string) => ({
  id,
  org: null,
  name,
  audio_source: 0,
  files: [1],
  ready: true,
  targets: 4,
  online: 4,
  plans: [],
  playing: false,
});
const device = {
  id: 9,
  org: 1,
  name: 'F01',
  kind: 'fire_control_device',
  online: true,
  fault: 'none',
  sound: 'none',
  delayTriggerTime: 10,
  inputs: [{ name: 'Smoke 1F', contact: 'normally_open', debounce_ms: 50, supervised: false }],
  output_names: ['Doors'],
  status: null,
};
const dryRun = {
  delay_s: 10,
  steps: [
    {
      name: '',
      at_s: 0,
      tasks: [{ linkage_task_id: 1, name: 'Evacuate', terminals: 4, round_ms: 12_000, ready: false }],
    },
  ],
  targets: 4,
  preempts: [{ task_id: 3, name: 'Music', terminals: 2 }],
  unreachable_count: 1,
  unreachable_behind: 0,
  unreachable: [{ terminal_id: 5, code: 'A', name: 'A-101', org: 1, reason: 'offline' }],
  outranked_by: [{ id: 8, name: 'Gas leak', terminals: 4 }],
  outranked_elsewhere: 2,
};

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Waits until the live connection is open. */
async function connected(providers: ReturnType<typeof createTestProviders>): Promise<void> {
  stops.push(providers.app.start());
  await waitFor(() => expect(providers.sockets.length).toBeGreaterThan(0));
  act(() => providers.sockets.at(-1)?.open());
}

async function opened(open: Parameters<typeof PlanDialog>[0]['open']) {
  const bodies: object[] = [];
  const requests: object[] = [];
  const providers = createTestProviders({
    answer(call) {
      if (call.path === '/v1/alarm_plan/dry_run') {
        requests.push(call.body as object);
        return ok(dryRun);
      }
      if (!call.path.startsWith('/v1/alarm_plan')) return null;
      bodies.push(call.body as object);
      return bodies.length === 1
        ? failed(999, 'Alarm in progress, currently not modifiable')
        : ok(livePlan());
    },
  });
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <providers.Providers>
        <PlanDialog open={open} onClose={onClose} />
      </providers.Providers>
    </MemoryRouter>,
  );
  await connected(providers);
  await waitFor(() => {
    act(() => {
      providers.snapshot('linkage_task', [task(1, 'Evacuate'), task(2, 'Stand by')]);
      providers.snapshot('fire_control_device', [device]);
      providers.snapshot('gpio_task', []);
    });
    expect(screen.getByRole('combobox', { name: 'Alarm terminal' })).toBeTruthy();
  });
  return { bodies, requests, onClose };
}

describe('form of an alarm plan', () => {
  it('has the stages of the plan in order, runs a dry run, and keeps its input after a refusal', async () => {
    const plan = livePlan({
      fire_control_device: 9,
      input_nums: [1],
      output_nums: [1],
      steps: [{ name: 'Whole site', after_s: 120, linkage_task_ids: [2] }],
    });
    const { bodies, requests, onClose } = await opened({ kind: 'edit', row: plan });
    await screen.findByRole('button', { name: /Smoke 1F/, pressed: true });
    const sequence = screen.getByRole('list', { name: 'Sequence' });
    expect(sequence.textContent).toMatch(/Smoke 1F.*Trigger delay 10 s.*Immediately.*Evacuate.*Stand by/s);
    expect(sequence.textContent).toContain('+10 s');
    expect(sequence.textContent).toContain('+2:10');

    const dry = await screen.findByText('3 of 4 terminals would sound');
    const report = dry.closest('[role=status]')?.textContent ?? '';
    expect(report).toContain('Not ready: Evacuate');
    expect(report).toContain('1 terminal would not be heard');
    expect(report).toContain('Pre-empts Music at 2');
    expect(report).toContain('Outranked by Gas leak at 4');
    expect(requests[0]).toMatchObject({ id: 1, plan: { linkage_task_ids: [1] } });

    fireEvent.click(screen.getByRole('button', { name: 'Remove Stand by' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Please select a linkage task');
    expect(bodies).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Whole site' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Alarm in progress, currently not modifiable');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bodies.at(-1)).toMatchObject({ input_nums: [1], steps: [], rev: 1 });
  });
});

describe('side panel of an alarm plan', () => {
  const panel = async (permissions: readonly (typeof permissionKeys)[number][], plan = livePlan()) => {
    const providers = createTestProviders({ permissions });
    render(
      <MemoryRouter>
        <providers.Providers>
          <PlanPanel id={plan.id} actions={() => []} onClose={() => {}} />
        </providers.Providers>
      </MemoryRouter>,
    );
    await connected(providers);
    await waitFor(() => {
      act(() => providers.snapshot('alarm_plan', [plan]));
      expect(screen.getByRole('heading', { name: plan.name })).toBeTruthy();
    });
  };

  it('offers start and drill only with the right', async () => {
    await panel(permissionKeys.filter((key) => !key.startsWith('operate_alarm')));
    expect(screen.getByRole('button', { name: /Start the alarm/ }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(screen.getByRole('button', { name: 'Start as a drill' }).title).toBe(
      'You do not have permission for this',
    );
  });

  it('lists the problems of the plan', async () => {
    await panel(permissionKeys, livePlan({ ready: false, targets: 0, online: 0 }));
    expect(screen.getByText(/A message is not ready/)).toBeTruthy();
    expect(screen.getByText('It reaches no terminal.')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Start the alarm/ }).getAttribute('aria-disabled')).toBe(
      'false',
    );
  });
});
