import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { Used } from '../../../contract/entities/sound/library.ts';
import { type PlanSite, startPlanSite } from '../schedule/planSite.ts';

let site: PlanSite;
let bell: number;
beforeAll(async () => {
  site = await startPlanSite();
  bell = await site.file('Bell', 5);
});
afterAll(() => site.close());

const used = (path: string, id: number, token = site.token) =>
  site.value<Used[]>('GET', `/v1/${path}/used?ids=${id}`, undefined, token);
/** Values of the last deletion of an entity in the audit log. */
const deletion = async (entity: string) => {
  const query = `select before from audit where entity = $1 and action = 'delete' order by id desc limit 1`;
  return (await site.database.pool.query(query, [entity])).rows[0]?.before;
};

test('before a terminal is deleted its tasks and groups are named, and afterwards the audit log names them', async () => {
  const { id } = await site.adopted('LOST-1', site.north);
  const task = await site.task(site.bell({ name: 'At the door', devices: [id], files: [bell] }));
  await site.value('POST', '/v1/device_group', { name: 'Doors', device_ids: [id] });
  // A task at its zone keeps its target.
  await site.task(site.bell({ name: 'In the zone', orgs: [site.north], files: [bell] }));
  const [own] = await used('device', id);
  expect([...(own?.users ?? [])].sort()).toEqual(['At the door', 'Doors']);
  await site.value('DELETE', `/v1/device/${id}`);
  expect(await deletion('device')).toMatchObject({ code: 'LOST-1', target_of: ['Doors', 'At the door'] });
  expect((await site.get(task.id)).targets).toBe(0);
});

test('the same for a zone that tasks name, also in a batch; what others may not see is a number', async () => {
  const zone = async (name: string) =>
    (await site.value<{ id: number }>('POST', '/v1/partition', { name, code: name, parent_id: site.north }))
      .id;
  const [hall, gym, shed] = [await zone('Hall'), await zone('Gym'), await zone('Shed')];
  await site.task(site.bell({ name: 'Hall bell', orgs: [hall, gym, site.south], files: [bell] }));
  expect(await used('partition', hall)).toEqual([{ id: hall, users: ['Hall bell'], elsewhere: 0 }]);
  expect(await used('partition', shed)).toEqual([{ id: shed, users: [], elsewhere: 0 }]);
  await site.value('DELETE', `/v1/partition/${hall}`);
  expect(await deletion('partition')).toMatchObject({ name: 'Hall', target_of: ['Hall bell'] });
  await site.value('POST', '/v1/partition/batch', { action: 'delete', ids: [gym, shed] });
  expect(await deletion('partition')).toMatchObject({ name: 'Shed' });
  const logged = await site.database.pool.query(
    `select before from audit where entity = 'partition' and action = 'delete' order by id`,
  );
  expect(logged.rows.map(({ before }) => before.target_of)).toEqual([
    ['Hall bell'],
    ['Hall bell'],
    undefined,
  ]);
});

/** Adds a connection in the name of the administrator. */
async function connection(body: object): Promise<number> {
  const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
  const account = { account: rows[0]?.id };
  return (await site.value<{ id: number }>('POST', '/v1/integration', { ...account, ...body })).id;
}
const refused = async (path: string) => (await site.call('DELETE', path, { token: site.token })).body;

test('a telephone system is kept while phones are its terminals, and they say why they are away', async () => {
  const url = 'sip:4001@127.0.0.1:1';
  const system = await connection({ name: 'Exchange', kind: 'telephone', url, enabled: false });
  const phone = { integration: system, number: '12' };
  const { id } = await site.value<{ id: number }>('POST', '/v1/dialogue/phone', {
    ...{ name: 'Reception', org: site.north, phone },
  });
  const row = () => site.liveOf('dialogue', id);
  const params = { telephone: 'Exchange' };
  expect(row()?.reason).toEqual({ key: 'telephone_off', params });
  const zone = () => site.deps.live.topic<PartitionLive>('partition').get(site.north);
  await expect.poll(zone).toMatchObject({ expected: 0, offline: 1 });
  await site.value('PATCH', `/v1/integration/${system}`, { enabled: true, name: 'Exchange 2' });
  await expect
    .poll(row)
    .toMatchObject({ reason: { key: 'telephone_away', params: { telephone: 'Exchange 2' } } });

  expect(await refused(`/v1/integration/${system}`)).toMatchObject({ code: 409, key: 'common.inUse' });
  const stranger = await site.limited('stranger', site.south);
  expect((await site.call('DELETE', `/v1/integration/${system}`, { token: stranger })).status).not.toBe(200);
  await site.value('DELETE', `/v1/dialogue/${id}`);
  await site.value('DELETE', `/v1/integration/${system}`);
  const late = await site.post('/v1/dialogue/phone', { name: 'Late', org: site.north, phone });
  expect(late.status).toBe(404);
});

test('what a connection starts or speaks to is kept', async () => {
  const make = async (path: string, body: object) =>
    (await site.value<{ id: number }>('POST', `/v1/${path}`, { org: site.north, ...body })).id;
  const task = await site.task(site.bell({ name: 'Siren', devices: [site.hall], files: [bell] }));
  const message = await make('linkage_task', { name: 'Quiet', audio_source: 100, devices: [site.hall] });
  const plan = await make('alarm_plan', { name: 'Fire', linkage_task_ids: [message] });
  const file = await site.file('Gong', 5);
  const zone = await make('partition', { name: 'Cellar', code: 'CELLAR', parent_id: site.north });
  const id = await connection({
    ...{ name: 'Codes', kind: 'telephone', url: 'sip:4002@127.0.0.1:1', enabled: false, org: site.north },
    dial_plan: [
      { code: '1', action: 'message', zone, file },
      { code: '2', action: 'start_task', scheduled_task: task.id },
      { code: '3', action: 'start_alarm', alarm_plan: plan },
    ],
    pins: { 1: '4711', 2: '4711', 3: '4711' },
  });
  const used = [`file/${file}`, `scheduled_task/${task.id}`, `alarm_plan/${plan}`, `partition/${zone}`];
  for (const path of used) {
    const body = await refused(`/v1/${path}`);
    expect(body.code, path).toBe(409);
    expect(body.message, path).toContain('Codes');
  }
  await site.value('DELETE', `/v1/integration/${id}`);
  for (const path of used) await site.value('DELETE', `/v1/${path}`);
});
