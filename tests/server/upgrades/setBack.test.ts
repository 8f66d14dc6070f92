import { afterEach, expect, test } from 'vitest';
import type { UpgradeCheck } from '../../../contract/entities/terminals/upgrade.ts';
import { eventually as until } from '../../support/eventually.ts';
import { packageOf, startUpgradeSite, type UpgradeSite } from './upgradeSite.ts';

/**
 * Package older than the running versions: it has a valid signature too, so downgrades must be requested by
 * version.
 */
let site: UpgradeSite;
afterEach(() => site.close());

test('terminals are downgraded only by a request that names the version', async () => {
  site = await startUpgradeSite();
  const [old, newer] = [await site.column('OLD-1'), await site.column('NEW-1', null, { version: '1.10' })];
  const { value: file } = await site.upload(packageOf('1.9'));
  const terminals = [old.id, newer.id];
  const check = await site.post('/v1/upgrade/check', { upgrade_file: file.id, terminals });
  expect((check.body.value as UpgradeCheck).older).toEqual({ version: '1.9', terminals: 1 });
  for (const more of [{}, { older_version: '' }, { older_version: '1.10' }])
    expect(
      (await site.post('/v1/upgrade', { upgrade_file: file.id, terminals, ...more })).body,
    ).toMatchObject({
      code: 999,
      key: 'upgrade.older',
      message: expect.stringContaining('NEW-1 has the newer version 1.10'),
      value: { fields: [{ path: 'older_version' }] },
    });
  expect(newer.client.heard.some(({ type }) => type === 'upgrade')).toBe(false);
  await site.begin(file.id, terminals, { waves: [2], older_version: '1.9' });
  expect(await newer.client.next('upgrade')).toMatchObject({ version: '1.9' });
  expect(await old.client.next('upgrade')).toMatchObject({ version: '1.9' });
});

test('a terminal that got a newer version meanwhile is not downgraded by a retry', async () => {
  site = await startUpgradeSite();
  const column = await site.column('COL-1');
  const { value: file } = await site.upload(packageOf('2'));
  const id = await site.begin(file.id, [column.id]);
  const { upgrade } = await column.client.next('upgrade');
  column.client.send({ type: 'upgrade.state', upgrade, state: 'failed', reason: 'no room' });
  await until(async () => expect((await site.terminals(id))[0]?.status).toBe('upgrade_failed'));
  await column.client.drop();
  const later = await column.again({ version: '3' });
  await later.next('welcome');
  expect((await site.post(`/v1/upgrade/${id}/retry`, {})).body).toMatchObject({
    code: 999,
    key: 'upgrade.older',
  });
  expect(later.heard.some(({ type }) => type === 'upgrade')).toBe(false);
  await later.drop();
});
