import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import type {
  Run,
  SavedTask,
  ScheduledTask,
  TaskPreview,
  Timeline,
} from '../../../contract/entities/tasks/scheduledTask.ts';
import { dayAfter, type ScheduleSite, startScheduleSite } from './scheduleSite.ts';

let site: ScheduleSite;
let song: number;
let north: number;
let south: number;
let hall: number;
let yard: number;
beforeAll(async () => {
  site = await startScheduleSite();
  song = await site.file('Song', 30);
  [north, south] = [await site.zone('North'), await site.zone('South')];
  hall = (await site.adopted('HALL', north)).id;
  yard = (await site.adopted('YARD', south)).id;
});
afterAll(() => site.close());

const tomorrow = () => dayAfter(site.wall.today);
const bell = (over: object = {}) => ({ files: [song], start_date: tomorrow(), start_time: '08:00', ...over });
const list = <T>(path: string, token = site.token) =>
  site.value<{ rows: T[]; total: number }>('GET', path, undefined, token);

test('a plan with its tasks is created, changed, copied, switched and deleted, each with an audit entry', async () => {
  const plan = await site.plan({ name: 'School', end_date: '2027-01-31' });
  expect(plan).toMatchObject({ validity: 'in_effect', tasks: [], org: null, next_run: null, whole: true });
  const task = await site.task(bell({ plan_id: plan.id, orgs: [north] }));
  expect(task).toMatchObject({
    plan_name: 'School',
    org: [north],
    targets: 1,
    validity: 'not_effective',
    meets: [],
  });
  const got = await site.value<Plan>('GET', `/v1/plan/${plan.id}`);
  expect(got).toMatchObject({ tasks: [task.id], org: [north], next_run: task.next_run });

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
  expect((await list<ScheduledTask>(`/v1/scheduled_task?plan_id=${copy.id}`)).total).toBe(0);
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
    [{ orgs: [north], files: [99_999] }, 'common.notFound'],
    [{ orgs: [9999] }, 'zone.notFound'],
    [{ orgs: [north], plan_id: 9999 }, 'schedule.planNotFound'],
    [{ orgs: [north], audio_source: 3, capturer: 1, capturer_channel: 1, duration: 5 }, 'terminal.notFound'],
  ] as const) {
    const answer = await site.post('/v1/scheduled_task', { name: 'Bad', audio_source: 0, ...bell(body) });
    expect(answer.body.key, key).toBe(key);
  }
});

test('zones: hidden outside, partly visible and read-only when partly outside', async () => {
  const token = await site.limited('northern', north);
  const plan = await site.plan({ name: 'Both' });
  const mine = await site.task(bell({ name: 'Mine', devices: [hall], plan_id: plan.id }));
  const others = await site.task(bell({ name: 'Others', devices: [yard], plan_id: plan.id }));
  const both = await site.task(bell({ name: 'Both', devices: [hall, yard], plan_id: plan.id }));
  const names = (await list<ScheduledTask>('/v1/scheduled_task?limit=1000', token)).rows.map(
    (row) => row.name,
  );
  expect(names).toEqual(expect.arrayContaining(['Mine', 'Both']));
  expect(names).not.toContain('Others');
  const seen = await site.value<ScheduledTask>('GET', `/v1/scheduled_task/${both.id}`, undefined, token);
  expect(seen).toMatchObject({ devices: [hall], org: [north], targets: 1, whole: false });
  const patch = (id: number) =>
    site.call('PATCH', `/v1/scheduled_task/${id}`, { token, body: { priority: 9 } });
  expect((await patch(mine.id)).status).toBe(200);
  expect((await patch(both.id)).body).toMatchObject({ code: 403, key: 'auth.outsideZone' });
  expect((await patch(others.id)).status).toBe(404);
  const part = await site.value<Plan>('GET', `/v1/plan/${plan.id}`, undefined, token);
  expect(part).toMatchObject({ tasks: [mine.id, both.id], org: [north], whole: false });
  expect((await site.call('DELETE', `/v1/plan/${plan.id}`, { token })).status).toBe(403);
  const timeline = await site.value<Timeline>('GET', timelineUrl(), undefined, token);
  expect(new Set(timeline.runs.map((run) => run.name))).not.toContain('Others');
  expect(timeline.runs.find((run) => run.task_id === both.id)).toMatchObject({ org: [north], terminals: 1 });

  const snapshot = (topic: 'plan' | 'scheduled_task') => {
    const text = site.deps.live.state(topic).encode({ ids: new Set([north]) }, undefined);
    return (JSON.parse(`{${text}`) as { rows: { id: number }[] }).rows;
  };
  const rows = snapshot('scheduled_task');
  expect(rows.map((row) => row.id)).not.toContain(others.id);
  expect(rows.find((row) => row.id === both.id)).toMatchObject({ org: [north] });
  const plans = snapshot('plan').find((row) => row.id === plan.id);
  expect(plans).toMatchObject({ org: [north], tasks: [mine.id, both.id], whole: false });
});

test('the zone filter of list and timeline includes the zones below, and counts only terminals there', async () => {
  const school = await site.zone('School');
  const block = await site.zone('Block', school);
  const gym = await site.zone('Gymnasium', school);
  const [inBlock, inGym] = [
    (await site.adopted('FILTER-1', block)).id,
    (await site.adopted('FILTER-2', gym)).id,
  ];
  const everywhere = await site.task(bell({ name: 'Everywhere', devices: [inBlock, inGym, hall] }));
  const below = await site.task(bell({ name: 'Below', devices: [inBlock], start_time: '09:00' }));
  const whole = await site.task(bell({ name: 'Whole', orgs: [school], start_time: '10:00' }));
  const listed = async (org: number, token?: string) =>
    (await list<ScheduledTask>(`/v1/scheduled_task?limit=1000&org=${org}`, token)).rows.map((row) => row.id);
  const drawn = async (org: number) =>
    (await site.value<Timeline>('GET', timelineUrl(`&org=${org}`))).runs.map((run) => [
      run.task_id,
      run.terminals,
    ]);
  expect((await listed(school)).sort()).toEqual([everywhere.id, below.id, whole.id]);
  expect((await listed(gym)).sort()).toEqual([everywhere.id, whole.id]);
  expect(await drawn(school)).toEqual([
    [everywhere.id, 2],
    [below.id, 1],
    [whole.id, 2],
  ]);
  expect(await drawn(gym)).toEqual([
    [everywhere.id, 1],
    [whole.id, 1],
  ]);
  const token = await site.limited('filter', gym);
  const foreign = await site.call('GET', timelineUrl(`&org=${block}`), { token });
  expect(foreign.status).toBe(404);
});

test('a batch of plans is read once: each has a result, and their tasks follow', async () => {
  const plans = [await site.plan({ name: 'One' }), await site.plan({ name: 'Two' })];
  const tasks = [];
  for (const plan of plans) tasks.push(await site.task(bell({ devices: [hall], plan_id: plan.id })));
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

const timelineUrl = (query = '') => {
  const from = Date.parse(`${tomorrow()}T00:00:00+08:00`) / 1000;
  return `/v1/timeline?from=${from}&to=${from + 86_400}${query}`;
};

test('timeline, next runs and dry run list the runs and the winners of conflicts', async () => {
  const zone = await site.zone('Gym');
  const [a, b] = [(await site.adopted('GYM-1', zone)).id, (await site.adopted('GYM-2', zone)).id];
  const music = await site.task(
    bell({ name: 'Music', devices: [a, b], start_time: '10:00', end_time: '11:00', loop: 1, priority: 10 }),
  );
  const body = bell({ name: 'Call', audio_source: 0, devices: [b], start_time: '10:30', priority: 60 });
  const dry = await site.value<TaskPreview>('POST', '/v1/scheduled_task/dry_run', { task: body });
  expect(dry).toMatchObject({ date: tomorrow(), targets: 1, unreachable_count: 0, run_ms: 30_000 });
  expect(dry.runs).toMatchObject([
    { start: dry.next[0], meets: [{ kind: 'preempts', task_id: music.id, terminals: 1 }] },
  ]);
  const far = await site.value<TaskPreview>('POST', '/v1/scheduled_task/dry_run', {
    task: body,
    date: '2020-01-01',
  });
  expect(far).toMatchObject({ date: '2020-01-01', runs: [] });
  const call = await site.task(body);
  expect(call.meets).toMatchObject([{ kind: 'preempts', task_id: music.id, runs: 7, terminals: 1 }]);

  const { runs, time_zone } = await site.value<Timeline>('GET', timelineUrl(`&org=${zone}`));
  expect(time_zone).toBe('Asia/Shanghai');
  expect(runs.map(({ name, end, start, terminals }) => [name, (end ?? 0) - start, terminals])).toEqual([
    ['Music', 3600, 2],
    ['Call', 30, 1],
  ]);
  expect(runs[0]?.meets).toMatchObject([{ kind: 'preempted_by', task_id: call.id, at: call.next_run }]);
  const tooLong = await site.call('GET', '/v1/timeline?from=0&to=9999999', { token: site.token });
  expect(tooLong.body.key).toBe('schedule.rangeTooLong');

  const own = await site.value<Run[]>('GET', `/v1/scheduled_task/${call.id}/run?limit=3`);
  expect(own.map((run) => run.start)).toEqual([0, 1, 2].map((n) => (call.next_run ?? 0) + n * 86_400));
  const next = await site.value<Run[]>('GET', '/v1/next_run?limit=200');
  const starts = next.map((run) => run.start);
  expect(starts).toEqual([...starts].sort((x, y) => x - y));
  expect(next.map((run) => run.name)).toEqual(expect.arrayContaining(['Music', 'Call']));
});

test('a batch has a result for each; a playing task cannot be deleted, emptied or given other targets', async () => {
  const task = await site.task(bell({ name: 'Plays', devices: [hall] }));
  await site.value('POST', `/v1/scheduled_task/${task.id}/start`);
  const again = await site.call('POST', `/v1/scheduled_task/${task.id}/start`, { token: site.token });
  expect(again.body.key).toBe('broadcast.alreadyRunning');
  expect(await site.get(task.id)).toMatchObject({ validity: 'executing', play_status: 4, state: 'playing' });
  const patch = (body: object) =>
    site.call('PATCH', `/v1/scheduled_task/${task.id}`, { token: site.token, body });
  expect((await patch({ files: [] })).body.key).toBe('broadcast.listNotEmptyWhilePlaying');
  expect((await patch({ devices: [yard] })).body.key).toBe('broadcast.stopRealTimeFirst');
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
  await site.task(bell({ name: 'Plays it', files: [list], chime_before: chime, orgs: [north] }));
  for (const id of [list, chime]) {
    const refused = await site.call('DELETE', `/v1/file/${id}`, { token: site.token });
    expect(refused.body).toMatchObject({ code: 409, key: 'media.inUse' });
    expect(refused.body.message).toContain('Plays it');
  }
});
