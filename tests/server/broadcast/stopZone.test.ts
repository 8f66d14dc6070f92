import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AirSite, startAirSite } from './airSite.ts';

let site: AirSite;
let song = 0;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 60);
});
afterAll(() => site?.close());

test('stop all in a zone stops its terminals and those below, and leaves the others', async () => {
  const school = await site.zone('School');
  const hall = await site.zone('Hall', school);
  const away = await site.zone('Other');
  const [below, other] = [await site.adopted('BELOW', hall), await site.adopted('OTHER', away)];
  const both = await site.started({ files: [song], devices: [below.id, other.id] });
  await below.client.next('stream.open');
  const { body } = await site.post('/v1/task/stop_all', { org: school });
  expect(body.value).toMatchObject({ results: [{ id: both, ok: true }], starts: 0 });
  await expect.poll(() => site.device(below.id)).toMatchObject({ task_id: null });
  expect(site.device(other.id)).toMatchObject({ task_id: both });
  await site.post('/v1/task/stop_all', {});
  await expect.poll(() => site.device(other.id)).toMatchObject({ task_id: null });
});

test('a zone that the caller does not see is not found, and nothing is stopped', async () => {
  const [mine, far] = [await site.zone('Mine'), await site.zone('Far')];
  const token = await site.limited('stopper', mine);
  const { id, client } = await site.adopted('FAR', far);
  const task = await site.started({ files: [song], devices: [id] });
  await client.next('stream.open');
  expect((await site.post('/v1/task/stop_all', { org: far }, token)).body.code).toBe(404);
  expect(site.device(id)).toMatchObject({ task_id: task });
  await site.post('/v1/task/stop_all', {});
});
