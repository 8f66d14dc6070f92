import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BroadcastTargetRow } from '../../../contract/entities/tasks/broadcast.ts';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';

/** Silent self-test with headless loudspeakers that decode and measure. */
let site: TalkSite;
beforeAll(async () => {
  site = await startTalkSite();
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
});

const wait = { timeout: 60_000, interval: 100 };
const when = { start_date: '2026-01-01', start_time: '02:00' };

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await site.call(method, path, {
    token: site.token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value as T;
}
const saved = async (body: object) =>
  (await call<{ id: number }>('POST', '/v1/scheduled_task', { ...when, ...body })).id;
const act = (id: number, action: string) => call('POST', `/v1/scheduled_task/${id}/${action}`, {});
const faults = () => site.deps.faultWatch.faults.allOpen().filter((one) => one.kind === 'self_test');

test('finds muted and locked terminals, and waits for busy ones', async () => {
  const zone = site.top();
  const good = await site.speaker('GOOD-1', zone);
  const muted = await site.speaker('MUTED-1', zone);
  const busy = await site.speaker('BUSY-1', zone);
  const locked = await site.adopted('LOCKED-1', zone);
  const away = await site.adopted('AWAY-1', zone);
  await away.client.drop();
  const signs = setInterval(() => locked.client.report({ state: 'locked' }), 1_000);
  await call('PATCH', `/v1/device/${muted.id}`, { ao_volume: 0 });
  const quiet = await saved({ name: 'Quiet hour', audio_source: 100, duration: 600, devices: [busy.id] });
  await act(quiet, 'start');
  const id = await saved({
    name: 'Night test',
    audio_source: 101,
    control_action: 'self_test',
    orgs: [zone],
  });
  const now = () => site.deps.live.topic<ScheduledTaskLive>('scheduled_task').get(id);
  try {
    await act(id, 'start');
    await expect
      .poll(
        () =>
          faults()
            .map((one) => one.params.code)
            .sort(),
        wait,
      )
      .toEqual(['LOCKED-1', 'MUTED-1']);
    // The busy terminal keeps playing, and the test continues until it was tested.
    expect(site.device(busy.id)).toMatchObject({ tasks: 'Quiet hour' });
    expect(now()?.broadcast_id).not.toBeNull();
    await act(quiet, 'stop');
    await expect.poll(() => now()?.broadcast_id, wait).toBeNull();
  } finally {
    clearInterval(signs);
  }
  // Inaudible.
  expect(good.recording.firstSound(0, 0.01)).toBeNull();

  const log = async () => (await call<{ rows: TaskLogRow[] }>('GET', `/v1/task_log?task_id=${id}`)).rows[0];
  await expect.poll(log, wait).toMatchObject({ task_type: 10, result: 'tested', targets: 5, heard: 2 });
  const run = (await log())?.id;
  const results = await call<{ rows: BroadcastTargetRow[] }>('GET', `/v1/task_log/${run}/target`);
  const reason = Object.fromEntries(results.rows.map(({ code, reason }) => [code, reason?.key ?? 'passed']));
  expect(reason).toEqual({
    'GOOD-1': 'passed',
    'BUSY-1': 'passed',
    'MUTED-1': 'muted',
    'LOCKED-1': 'locked',
    'AWAY-1': 'offline',
  });

  // A passed test ends the fault.
  await call('PATCH', `/v1/device/${muted.id}`, { ao_volume: 80 });
  await act(id, 'start');
  await expect.poll(() => faults().map((one) => one.params.code), wait).toEqual(['LOCKED-1']);
}, 150_000);

test('a caller without the permission to run it cannot schedule it either', async () => {
  const rights = JSON.stringify(['create_task', 'edit_task', 'operate_task', 'menu_task_management']);
  await site.database.pool.query(
    `insert into role (code, name, permissions) values ('planner', 'Planner', $1)`,
    [rights],
  );
  const login = await site.limited('planner', site.top(), 'planner');
  const body = {
    ...when,
    name: 'Sly test',
    audio_source: 101,
    control_action: 'self_test',
    orgs: [site.top()],
  };
  const refused = async (method: string, path: string, sent: object) =>
    expect((await site.call(method, path, { token: login, body: sent })).body).toMatchObject({ code: 403 });
  await refused('POST', '/v1/scheduled_task', body);
  const id = await saved({ ...body, enabled: false });
  await refused('PATCH', `/v1/scheduled_task/${id}`, { start_time: '03:00' });
  await refused('POST', `/v1/scheduled_task/${id}/enable`, {});
  await refused('POST', `/v1/scheduled_task/${id}/start`, {});
  const { id: volume } = (
    await site.call('POST', '/v1/scheduled_task', {
      token: login,
      body: { ...body, control_action: 'volume', control_volume: 50 },
    })
  ).body.value as { id: number };
  await refused('PATCH', `/v1/scheduled_task/${volume}`, {
    control_action: 'self_test',
    control_volume: null,
  });
});
