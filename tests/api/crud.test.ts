import { expect, test } from 'vitest';
import { partitionEntity } from '../../contract/entities/site/partition.ts';
import { createApi } from '../../src/api/client.ts';
import { createCrud } from '../../src/api/crud.ts';
import { fakeServer, ok } from '../support/fakeServer.ts';

test('createCrud calls the endpoints under the path of the entity', async () => {
  const { adapter, calls } = fakeServer(() => ok({ id: 5 }));
  const zones = createCrud(createApi({ token: () => 't', language: () => 'en', adapter }), partitionEntity);
  await zones.list({ page: 2, limit: 20, sort: '-name', q: 'hall', parent_id: 1 });
  expect(await zones.get(5)).toEqual({ id: 5 });
  await zones.create({ name: 'Hall', code: 'H', parent_id: 1 });
  await zones.patch(5, { name: 'Hall 2' });
  await zones.remove(5);
  await zones.batch([5, 6], 'delete', { force: true });
  expect(calls.map(({ method, path, query, body }) => [method, path, query ?? body])).toEqual([
    ['get', '/v1/partition', { page: 2, limit: 20, sort: '-name', q: 'hall', parent_id: 1 }],
    ['get', '/v1/partition/5', undefined],
    ['post', '/v1/partition', { name: 'Hall', code: 'H', parent_id: 1 }],
    ['patch', '/v1/partition/5', { name: 'Hall 2' }],
    ['delete', '/v1/partition/5', undefined],
    ['post', '/v1/partition/batch', { ids: [5, 6], action: 'delete', force: true }],
  ]);
});
