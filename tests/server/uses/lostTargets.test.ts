import { afterAll, beforeAll, expect, test } from 'vitest';
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
