import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirstSteps } from '../../../contract/entities/site/firstSteps.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

let site: AirSite;
beforeAll(async () => {
  site = await startAirSite();
});
afterAll(() => site.close());

async function doneSteps(): Promise<string[]> {
  const { body } = await site.get('/v1/first_steps');
  return (body.value as FirstSteps).steps.filter(({ done }) => done).map(({ key }) => key);
}

test('each step is done when the site has what it asks for, and open again when that is taken away', async () => {
  expect(await doneSteps()).toEqual([]);

  const { client, id } = await site.adopted('STEP-1');
  expect(await doneSteps()).toEqual(['adopt']);
  await site.call('PATCH', `/v1/device/${id}`, { token: site.token, body: { name: 'Hall left' } });
  expect(await doneSteps()).toEqual(['adopt', 'name']);
  const zone = await site.zone('Hall');
  const file = await site.file('Bell', 30);
  expect(await doneSteps()).toEqual(['adopt', 'name', 'zones', 'upload']);

  const broadcast = await site.started({ files: [file], devices: [id] });
  const stream = await client.next('stream.open');
  expect(await doneSteps()).not.toContain('sound');
  client.report({
    stream: stream.stream,
    state: 'playing',
    received: 10,
    first_sound_us: stream.from_us,
    position_us: stream.from_us,
    level_db: -20,
  });
  await expect.poll(doneSteps).toContain('sound');
  await site.act(broadcast, 'stop');
  // Read from the log, once the broadcast has ended.
  await expect.poll(doneSteps, { timeout: 10_000 }).toEqual(['adopt', 'name', 'zones', 'upload', 'sound']);

  await site.call('DELETE', `/v1/partition/${zone}`, { token: site.token });
  expect(await doneSteps()).toEqual(['adopt', 'name', 'upload', 'sound']);
});

test('an administrator of a part of the site has no first steps', async () => {
  const zone = await site.zone('Part');
  const token = await site.limited('part', zone);
  const { body } = await site.call('GET', '/v1/first_steps', { token });
  expect(body).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
});
