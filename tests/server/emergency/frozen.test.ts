import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import type { FrozenPart } from '../../../server/air/emergency/plans/frozenPart.ts';
import type { BroadcastItem } from '../../../server/sound/source/broadcastItem.ts';
import { type EmergencySite, startEmergencySite, until } from './emergencySite.ts';

let site: EmergencySite;
let n = 0;
/** Zone of the alarm, another zone, and a terminal in the first. */
let [mine, other, hall] = [0, 0, 0];
beforeAll(async () => {
  site = await startEmergencySite();
});
afterAll(() => site.close());
beforeEach(async () => {
  n += 1;
  [mine, other] = [await site.zone(`Mine ${n}`), await site.zone(`Other ${n}`)];
  hall = (await site.adopted(`HALL-${n}`, mine)).id;
});

const row = (id: number) => site.deps.live.topic<LinkageTaskLive>('linkage_task').get(id);
const ready = (id: number) => until('its sound is made', async () => (row(id)?.ready ? soundsOf(id) : null));
async function frozen(id: number): Promise<FrozenPart[]> {
  const { rows } = await site.database.pool.query('select frozen from linkage_task where id = $1', [id]);
  return (rows[0] as { frozen: FrozenPart[] | null }).frozen ?? [];
}
async function soundsOf(id: number): Promise<string[] | null> {
  const parts = await frozen(id);
  const sounds = parts.flatMap(({ sound }) => sound ?? []);
  return parts.length > 0 && sounds.length === parts.length ? sounds : null;
}
const text = (words: string) =>
  site.value<{ id: number }>('POST', '/v1/preset_text', { name: `Words ${n}`, textContent: words });
const edit = (id: number, textContent: string) =>
  site.value('PATCH', `/v1/preset_text/${id}`, { textContent });
const createSpoken = (preset_text: number) =>
  site.linkage({ name: `Says ${n}`, org: mine, audio_source: 1, preset_text, devices: [hall] });
const adopt = (id: number, token = site.token) =>
  site.call('POST', `/v1/linkage_task/${id}/adopt`, { token });

/** Paths of the programmes that an alarm with this task plays. */
async function played(task: number): Promise<string[]> {
  const plan = await site.plan({ name: `Fire ${n} ${task}`, org: mine, linkage_task_ids: [task] });
  const { alarm_id } = await site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
  const items = await until('it is on the air', async () => {
    const { rows } = await site.database.pool.query('select items from broadcast where alarm_id = $1', [
      alarm_id,
    ]);
    return (rows[0] as { items: BroadcastItem[] } | undefined)?.items;
  });
  for (const action of ['stop', 'reset'])
    await site.call('POST', `/v1/alarm_plan/${plan}/${action}`, { token: site.token, body: {} });
  await until('it is over', () => row(task)?.playing === false);
  return items.map(({ path }) => path);
}

test('a text edited in the library does not change an alarm until the task adopts it', async () => {
  const { id } = await text('Leave by the north stairs.');
  const task = await createSpoken(id);
  const before = await ready(task);
  const air = await played(task);

  await edit(id, 'Stay where you are.');
  await until('the task says so', () => row(task)?.differs.length === 1);
  expect(row(task)?.differs).toMatchObject([
    { what: 'preset_text', id, gone: false, text: 'Leave by the north stairs.' },
  ]);
  expect(row(task)).toMatchObject({ ready: true, lacking: [] });
  // Saving other fields of the task adopts nothing.
  await site.value('PATCH', `/v1/linkage_task/${task}`, { desc: 'edited', volume: 80 });
  expect(await soundsOf(task)).toEqual(before);
  expect(await played(task)).toEqual(air);

  expect((await adopt(task)).status).toBe(200);
  await until('it is taken over', () => row(task)?.differs.length === 0 && row(task)?.ready);
  const after = await until('it is spoken', () => soundsOf(task));
  expect(after).not.toEqual(before);
  expect((await frozen(task))[0]?.words).toMatchObject({ text: 'Stay where you are.' });
  expect(await played(task)).not.toEqual(air);
  const { rows } = await site.database.pool.query(
    "select before, after from audit where action = 'adopt' and entity = 'linkage_task' and entity_id = $1",
    [task],
  );
  expect(rows).toMatchObject([
    {
      before: { parts: [{ text: 'Leave by the north stairs.' }] },
      after: { parts: [{ text: 'Stay where you are.' }] },
    },
  ]);
});

test('a file replaced or deleted in the library sounds as before', async () => {
  const file = await site.file(`Siren ${n}`, 2);
  const task = await site.linkage({ name: `Plays ${n}`, org: mine, files: [file, file], devices: [hall] });
  const before = await ready(task);
  const air = await played(task);
  const folder = join(site.deps.env.DATA_DIR, 'media', 'file', String(file), 'programme');
  writeFileSync(join(folder, 'programme.opk'), Buffer.alloc(960, 7));
  await site.value('PATCH', `/v1/linkage_task/${task}`, { desc: 'looked at again' });
  await until('the task says so', () => row(task)?.differs[0]?.gone === false);
  rmSync(folder, { recursive: true });
  await site.database.pool.query('delete from file where id = $1', [file]);
  // Tone and interval belong to the task; frozen parts do not depend on the library.
  await site.database.pool.query(`update linkage_task set rev = rev + 1 where id = $1`, [task]);
  expect(await played(task)).toEqual(air);
  expect(await soundsOf(task)).toEqual(before);
});

test('a damaged copy is rebuilt, but only from content with the frozen digest', async () => {
  const { id } = await text('Go to the assembly point.');
  const task = await createSpoken(id);
  const [sound = ''] = await ready(task);
  const copy = join(site.deps.env.DATA_DIR, 'media', 'alarm', sound, 'programme.opk');
  await edit(id, 'Nothing is the matter.');
  await until('the task says so', () => row(task)?.differs.length === 1);
  writeFileSync(copy, 'damaged');
  await site.value('PATCH', `/v1/linkage_task/${task}`, { desc: 'again' });
  await until('the copy is whole', () => !existsSync(copy) || readFileSync(copy).length > 100);
  await ready(task);
  expect((await frozen(task))[0]?.words?.text).toBe('Go to the assembly point.');
  expect(await soundsOf(task)).toHaveLength(1);
});

test('adopting needs the zones of all plans that use the task, and no alarm that plays it', async () => {
  const { id } = await text('Leave the hall.');
  const task = await createSpoken(id);
  await ready(task);
  const local = await site.limited(`frozen-local${n}`, mine);
  const foreign = await site.limited(`frozen-foreign${n}`, other);
  const district = await site.plan({ name: `District ${n}`, org: site.top(), linkage_task_ids: [task] });
  expect((await adopt(task, foreign)).status).toBe(404);
  expect((await adopt(task, local)).body).toMatchObject({ code: 403, key: 'alarm.planElsewhere' });
  await site.value('DELETE', `/v1/alarm_plan/${district}`);
  expect((await adopt(task, local)).status).toBe(200);
  const plan = await site.plan({ name: `Local ${n}`, org: mine, linkage_task_ids: [task] });
  await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
  expect((await adopt(task, local)).body.code).toBe(999);
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`, {});
});

test('the preview before saving equals what an alarm would play of the saved task', async () => {
  const { id } = await text('One.');
  const task = await createSpoken(id);
  await ready(task);
  await edit(
    id,
    'A much longer announcement that takes many seconds to be spoken from its beginning to its end.',
  );
  const hear = async (of: number | null) => {
    const body = { id: of, name: 'T', audio_source: 1, preset_text: id };
    return (await site.value<{ duration_ms: number }>('POST', '/v1/linkage_task/preview', body)).duration_ms;
  };
  expect(await hear(null)).toBeGreaterThan(2 * (await hear(task)));
});
