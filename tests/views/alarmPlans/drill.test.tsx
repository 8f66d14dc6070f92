import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';
import { useDrill } from '../../../src/views/emergency/plans/useDrill.ts';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';
import { livePlan } from './livePlan.ts';

const body = { drill: 'silent' as const, devices: [], orgs: [], groups: [], desc: '' };

function setUp(answers: unknown[]) {
  const it = createTestProviders({
    answer: ({ path }) => (path === '/v1/alarm_plan/1/start' ? (answers.shift() as never) : null),
  });
  const hook = renderHook((plan: AlarmPlanLive) => useDrill(plan), {
    initialProps: livePlan(),
    wrapper: it.Providers,
  });
  const starts = () => it.calls.filter(({ path }) => path === '/v1/alarm_plan/1/start').length;
  return { ...hook, starts };
}

test('a drill starts by the alarm machine: not twice, and not while an alarm of the plan runs', async () => {
  const it = setUp([ok({ alarm_id: 7 })]);
  await act(async () => {
    const first = it.result.current(body);
    expect(await it.result.current(body)).toBeNull();
    expect(await first).toEqual({ alarm_id: 7 });
  });
  it.rerender(livePlan({ status: 'alarming' }));
  await act(async () => expect(await it.result.current(body)).toBeNull());
  expect(it.starts()).toBe(1);
});

test('a refused drill rejects with the error of the server, and may be started again', async () => {
  const it = setUp([failed(999, 'Locked'), ok({ alarm_id: 8 })]);
  await act(async () => {
    await expect(it.result.current(body)).rejects.toThrow('Locked');
    expect(await it.result.current(body)).toEqual({ alarm_id: 8 });
  });
});
