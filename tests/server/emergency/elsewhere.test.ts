import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import { send } from '../transfer/files.ts';
import { type EmergencySite, startEmergencySite, until } from './emergencySite.ts';

/** Linkage task played by a plan of a zone above, and an editor with the zone of the task only. */
let site: EmergencySite;
let n = 0;
let [mine, hall, task, words, other, district] = [0, 0, 0, 0, 0, 0];
let local = '';
beforeAll(async () => {
  site = await startEmergencySite();
});
afterAll(() => site.close());

const text = async (name: string, token = site.token) =>
  (
    await site.value<{ id: number }>(
      'POST',
      '/v1/preset_text',
      { name: `${name} ${n}`, textContent: `${name}.` },
      token,
    )
  ).id;
beforeEach(async () => {
  n += 1;
  mine = await site.zone(`Mine ${n}`);
  hall = (await site.adopted(`ELSEWHERE-${n}`, mine)).id;
  local = await site.limited(`elsewhere${n}`, mine);
  words = await text('Leave', local);
  other = await text('Stay', local);
  task = await site.linkage({
    name: `Says ${n}`,
    org: mine,
    audio_source: 1,
    preset_text: words,
    devices: [hall],
  });
  district = await site.plan({ name: `District ${n}`, org: site.top(), linkage_task_ids: [task] });
});

const live = () => site.deps.live.topic<LinkageTaskLive>('linkage_task').get(task);
const patch = (body: object) => site.call('PATCH', `/v1/linkage_task/${task}`, { token: local, body });
const adopt = () => site.call('POST', `/v1/linkage_task/${task}/adopt`, { token: local });
async function storedMessage(): Promise<unknown> {
  const { rows } = await site.database.pool.query(
    'select preset_text, tone, volume, interval_time, audio_source, text_content, files, frozen from linkage_task where id = $1',
    [task],
  );
  const { frozen, ...row } = rows[0] as { frozen: { digest: string }[] };
  return { ...row, frozen: frozen.map(({ digest }) => digest) };
}
const importing = (column: string, value: string) =>
  send(site, local, 'linkage_task', `name,${column}\nSays ${n},${value}\n`, { run: true });

test("the audible content cannot be changed in any way while a plan outside the caller's zones plays it", async () => {
  const before = await storedMessage();
  const file = await site.file(`Song ${n}`, 2);
  for (const body of [
    { preset_text: other },
    { preset_text: null, textContent: 'Stay where you are.' },
    { audio_source: 0, files: [file] },
    { audio_source: 100 },
    { audio_source: 101, control_action: 'power_off' },
    { tone: 'temporal_three' },
    { interval_time: 9 },
    { volume: 1 },
    { name: 'Harmless', volume: null },
    { voiceName: 'xiaofeng' },
  ]) {
    const { body: answer } = await patch(body);
    expect(answer, JSON.stringify(body)).toMatchObject({ code: 403, key: 'alarm.planElsewhere' });
    expect(answer.message).not.toContain('District');
  }
  for (const [column, value] of [
    ['preset_text', `Stay ${n}`],
    ['volume', '1'],
    ['tone', 'alert'],
  ] as const) {
    const { value: report } = await importing(column, value);
    expect(report.imported, column).toBe(false);
    expect(JSON.stringify(report), column).toContain(`Says ${n}`);
  }
  const gone = await site.call('POST', '/v1/linkage_task/batch', {
    token: local,
    body: { ids: [task], action: 'delete' },
  });
  expect(gone.body.value).toMatchObject({ results: [{ ok: false }] });

  // The library belongs to the zone and may be edited; the alarm keeps its content, and its groups.
  const { id: group } = await site.value<{ id: number }>(
    'POST',
    '/v1/preset_text_group',
    { name: 'G' },
    local,
  );
  await site.value('PATCH', `/v1/preset_text/${words}`, { textContent: 'Stay.', group_id: group }, local);
  await until('the task tells of it', () => live()?.differs.length === 1);
  expect((await adopt()).body).toMatchObject({ code: 403, key: 'alarm.planElsewhere' });
  expect(await storedMessage()).toEqual(before);
});

test('other fields stay editable in the zone, and all fields where no such plan plays it', async () => {
  expect((await patch({ name: `Says ${n}`, desc: 'by the door', devices: [], orgs: [mine] })).status).toBe(
    200,
  );
  expect((await patch({ preset_text: words, volume: 90 })).status).toBe(200);
  await site.value('PATCH', `/v1/alarm_plan/${district}`, {
    linkage_task_ids: [await site.linkage({ org: mine, audio_source: 100, devices: [hall] })],
  });
  expect((await patch({ preset_text: other })).status).toBe(200);
  expect((await importing('volume', '80')).value.imported).toBe(true);
  await site.plan({ name: `Local ${n}`, org: mine, linkage_task_ids: [task] });
  expect((await patch({ tone: 'alert' })).status).toBe(200);
  expect((await adopt()).status).toBe(200);
});

test('a caller with the zones of the plans may change everything', async () => {
  await site.value('PATCH', `/v1/linkage_task/${task}`, { preset_text: other, tone: 'alert', volume: 70 });
  expect((await site.call('POST', `/v1/linkage_task/${task}/adopt`, { token: site.token })).status).toBe(200);
});
