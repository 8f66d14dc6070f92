import { afterEach, expect, test } from 'vitest';
import { packageOf, startUpgradeSite, type UpgradeSite } from './upgradeSite.ts';

let site: UpgradeSite;
afterEach(() => site.close());

test('a retry that was taken back by a cancel has no effect when it arrives later', async () => {
  site = await startUpgradeSite();
  const column = await site.column('LATE-1');
  const { value: file } = await site.upload(packageOf('2'));
  const id = await site.begin(file.id, [column.id]);
  const { upgrade } = await column.client.next('upgrade');
  column.client.send({ type: 'upgrade.state', upgrade, state: 'failed' });
  const act = (action: string, body: object = {}) => site.post(`/v1/upgrade/${id}/${action}`, body);
  await expect.poll(async () => (await site.batch(id)).state, { timeout: 60_000 }).not.toBe('running');
  await act('cancel', { request: 'tab-2', instead_of: ['tab-1'] });
  await expect.poll(async () => (await site.batch(id)).state, { timeout: 60_000 }).toBe('ended');
  expect((await act('retry', { request: 'tab-1' })).body.code).toBe(409);
  expect(await site.batch(id)).toMatchObject({ state: 'ended' });
  // Only that request is blocked; another one is accepted.
  expect((await act('retry', { request: 'tab-3' })).body.code).toBe(200);
  expect(await site.batch(id)).toMatchObject({ state: 'running' });
});
