import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import type { SavedTask, ScheduledTask, Timeline } from '../../../contract/entities/tasks/scheduledTask.ts';
import { type PlanSite, startPlanSite } from './planSite.ts';

let site: PlanSite;
beforeAll(async () => {
  site = await startPlanSite();
});
afterAll(() => site.close());

test('a plan with its tasks is created, changed, copied, switched and deleted, each with an audit entry', async () => {
  const plan = await site.plan({ name: 'School', end_date: '2027-01-31' });
  expect(plan).toMatchObject({ validity: 'in_effect', tasks: [], org: null, next_run: null, whole: true });
  const task = await site.task(site.bell({ plan_id: plan.id, orgs: [site.north] }));
  expect(task).toMatchObject({
    plan_name: 'School',
    org: [site.north],
    targets: 1,
    validity: 'not_effective',
    meets: [],
  });
  const got = await site.value<Plan>('GET', `/v1/plan/${plan.id}`);
  expect(got).toMatchObject({ tasks: [task.id], org: [site.north], next_run: task.next_run });

  const moved = await site.value<SavedTask>('PATCH', `/v1/scheduled_task/${task.id}`, {
    start_time: '09:30',
    rev: task.rev,
  });
  expect(moved.start_time).toBe('09:30:00');
  expect(moved.next_run).toBe((task.next_run ?? 0) + 5400);
  const stale = { start_time: '10:00', rev: task.rev };
  expect(
    (await site.call('PATCH', `/v1/scheduled_task/${task.id}`, { token: site.token, body: stale })).status,
  ).toBe(409);

  const copy = await site.value<Plan>('POST', `/v1/plan/${plan.id}/copy`, { name: 'School 2' });
  expect(copy).toMatchObject({ enabled: false, validity: 'not_effective', next_run: null });
  expect(copy.tasks).toHaveLength(1);
  await site.value('POST', `/v1/plan/${copy.id}/enable`);
  expect((await site.value<Plan>('GET', `/v1/plan/${copy.id}`)).enabled).toBe(true);
  await site.value('DELETE', `/v1/plan/${copy.id}`);
  expect((await site.list<ScheduledTask>(`/v1/scheduled_task?plan_id=${copy.id}`)).total).toBe(0);
  const { rows } = await site.database.pool.query(
    "select action from audit where entity in ('plan', 'scheduled_task') order by id",
  );
  expect(rows.map((row) => row.action)).toEqual([
    'create',
    'create',
    'edit',
    'create',
    'create',
    'enable',
    'delete',
  ]);
});

test('a plan used by an exception of another one cannot be deleted; invalid input is refused as a fault of the field', async () => {
  const exams = await site.plan({ name: 'Exams', enabled: false });
  const day = { start_date: '2026-12-01', end_date: '2026-12-02', action: 'plan', plan_id: exams.id };
  const term = await site.plan({ name: 'Borrower', exceptions: [day] });
  const refused = await site.call('DELETE', `/v1/plan/${exams.id}`, { token: site.token });
  expect(refused.body).toMatchObject({ code: 409, key: 'common.inUse' });
  const bad = await site.call('PATCH', `/v1/plan/${term.id}`, {
    token: site.token,
    body: { end_date: '2020-01-01' },
  });
  expect(bad.body).toMatchObject({
    code: 400,
    value: {
      fields: [
        {
          path: 'end_date',
          key: 'rules.dateOrder',
          message: 'The start date must not be after the end date',
        },
      ],
    },
  });
  const gone = { name: 'X', start_date: '2026-01-01', exceptions: [{ ...day, plan_id: 9999 }] };
  expect((await site.post('/v1/plan', gone)).status).toBe(404);
  for (const [body, key] of [
    [{ orgs: [site.north], files: [99_999] }, 'common.notFound'],
    [{ orgs: [9999] }, 'zone.notFound'],
    [{ orgs: [site.north], plan_id: 9999 }, 'schedule.planNotFound'],
    [
      { orgs: [site.north], audio_source: 3, capturer: 1, capturer_channel: 1, duration: 5 },
      'terminal.notFound',
    ],
  ] as const) {
    const answer = await site.post('/v1/scheduled_task', {
      name: 'Bad',
      audio_source: 0,
      ...site.bell(body),
    });
    expect(answer.body.key, key).toBe(key);
  }
});

test('zones: hidden outside, partly visible and read-only when partly outside', async () => {
  const token = await site.limited('northern', site.north);
  const plan = await site.plan({ name: 'Both' });
  const mine = await site.task(site.bell({ name: 'Mine', devices: [site.hall], plan_id: plan.id }));
  const others = await site.task(site.bell({ name: 'Others', devices: [site.yard], plan_id: plan.id }));
  const both = await site.task(
    site.bell({ name: 'Both', devices: [site.hall, site.yard], plan_id: plan.id }),
  );
  const names = (await site.list<ScheduledTask>('/v1/scheduled_task?limit=1000', token)).rows.map(
    (row) => row.name,
  );
  expect(names).toEqual(expect.arrayContaining(['Mine', 'Both']));
  expect(names).not.toContain('Others');
  const seen = await site.value<ScheduledTask>('GET', `/v1/scheduled_task/${both.id}`, undefined, token);
  expect(seen).toMatchObject({ devices: [site.hall], org: [site.north], targets: 1, whole: false });
  const patch = (id: number) =>
    site.call('PATCH', `/v1/scheduled_task/${id}`, { token, body: { priority: 9 } });
  expect((await patch(mine.id)).status).toBe(200);
  expect((await patch(both.id)).body).toMatchObject({ code: 403, key: 'auth.outsideZone' });
  expect((await patch(others.id)).status).toBe(404);
  const part = await site.value<Plan>('GET', `/v1/plan/${plan.id}`, undefined, token);
  expect(part).toMatchObject({ tasks: [mine.id, both.id], org: [site.north], whole: false });
  expect((await site.call('DELETE', `/v1/plan/${plan.id}`, { token })).status).toBe(403);
  const timeline = await site.value<Timeline>('GET', site.timelineUrl(), undefined, token);
  expect(new Set(timeline.runs.map((run) => run.name))).not.toContain('Others');
  expect(timeline.runs.find((run) => run.task_id === both.id)).toMatchObject({
    org: [site.north],
    terminals: 1,
  });

  const snapshot = (topic: 'plan' | 'scheduled_task') => {
    const text = site.deps.live.state(topic).encode({ ids: new Set([site.north]) }, undefined);
    return (JSON.parse(`{${text}`) as { rows: { id: number }[] }).rows;
  };
  const rows = snapshot('scheduled_task');
  expect(rows.map((row) => row.id)).not.toContain(others.id);
  expect(rows.find((row) => row.id === both.id)).toMatchObject({ org: [site.north] });
  const plans = snapshot('plan').find((row) => row.id === plan.id);
  expect(plans).toMatchObject({ org: [site.north], tasks: [mine.id, both.id], whole: false });
});

test('a batch of plans is read once: each has a result, and their tasks follow', async () => {
  const plans = [await site.plan({ name: 'One' }), await site.plan({ name: 'Two' })];
  const tasks = [];
  for (const plan of plans)
    tasks.push(await site.task(site.bell({ devices: [site.hall], plan_id: plan.id })));
  const batch = async (action: string) => {
    const ids = [...plans.map(({ id }) => id), 999_999];
    const { results } = await site.value<{ results: { ok: boolean }[] }>('POST', '/v1/plan/batch', {
      ids,
      action,
    });
    expect(results.map((one) => one.ok)).toEqual([true, true, false]);
  };
  await batch('disable');
  for (const { id } of tasks) expect(await site.get(id)).toMatchObject({ next_run: null });
  await batch('enable');
  for (const { id } of tasks) expect((await site.get(id)).next_run).not.toBeNull();
});

test('a batch has a result for each; a playing task cannot be deleted, emptied or given other targets', async () => {
  const task = await site.task(site.bell({ name: 'Plays', devices: [site.hall] }));
  await site.value('POST', `/v1/scheduled_task/${task.id}/start`);
  const again = await site.call('POST', `/v1/scheduled_task/${task.id}/start`, { token: site.token });
  expect(again.body.key).toBe('broadcast.alreadyRunning');
  expect(await site.get(task.id)).toMatchObject({ validity: 'executing', play_status: 4, state: 'playing' });
  const patch = (body: object) =>
    site.call('PATCH', `/v1/scheduled_task/${task.id}`, { token: site.token, body });
  expect((await patch({ files: [] })).body.key).toBe('broadcast.listNotEmptyWhilePlaying');
  expect((await patch({ devices: [site.yard] })).body.key).toBe('broadcast.stopRealTimeFirst');
  expect((await patch({ name: 'Still plays' })).status).toBe(200);
  const batch = (action: string) =>
    site.value<{ results: { ok: boolean }[] }>('POST', '/v1/scheduled_task/batch', {
      ids: [task.id, 9999],
      action,
    });
  expect((await batch('delete')).results.map((one) => one.ok)).toEqual([false, false]);
  expect((await batch('pause')).results.map((one) => one.ok)).toEqual([true, false]);
  expect(await site.get(task.id)).toMatchObject({ play_status: 1, state: 'paused' });
  await batch('resume');
  await batch('stop');
  expect(await site.get(task.id)).toMatchObject({ play_status: 3, state: null, broadcast_id: null });
  expect((await batch('delete')).results.map((one) => one.ok)).toEqual([true, false]);
});

test('a file that a task plays, also as a chime, cannot be deleted', async () => {
  const [list, chime] = [await site.file('In a list', 3), await site.file('Gong', 1)];
  await site.task(site.bell({ name: 'Plays it', files: [list], chime_before: chime, orgs: [site.north] }));
  for (const id of [list, chime]) {
    const refused = await site.call('DELETE', `/v1/file/${id}`, { token: site.token });
    expect(refused.body).toMatchObject({ code: 409, key: 'media.inUse' });
    expect(refused.body.message).toContain('Plays it');
  }
});
