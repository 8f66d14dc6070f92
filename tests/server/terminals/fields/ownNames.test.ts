import { afterAll, beforeAll, expect, test } from 'vitest';
import { TerminalClient } from '../../../support/terminalClient.ts';
import { take } from '../../transfer/files.ts';
import { helloOf, type Site, startSite } from '../site.ts';

/** docs/rules/terminals.md#names */
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('the own name of a terminal (dev_name) follows its greeting, beside name and alias', async () => {
  const hello = { code: 'OWN-1', ...helloOf('device'), name: 'Pi in the hall' };
  const client = await TerminalClient.hello(site.url, hello);
  await client.next('found');
  const row = site.found().find((one) => one.code === 'OWN-1');
  const adopted = await site.post(`/v1/terminal_found/${row?.id}/adopt`, { name: 'Hall', org: null });
  const { id } = adopted.body.value as { id: number };
  expect(adopted.body.value).toMatchObject({ name: 'Hall', dev_name: 'Pi in the hall', dev_name2: '' });
  const { secret } = await client.next('adopted');
  await expect.poll(() => site.device(id)?.dev_name).toBe('Pi in the hall');
  await client.drop();
  const back = await TerminalClient.hello(site.url, { ...hello, name: 'Pi 5', secret });
  await back.next('welcome');
  expect(site.device(id)).toMatchObject({ name: 'Hall', dev_name: 'Pi 5' });
  const read = async () =>
    (await site.call('GET', `/v1/device/${id}`, { token: site.token })).body.value as { dev_name: string };
  await expect.poll(async () => (await read()).dev_name).toBe('Pi 5');
  const listed = await site.call('GET', '/v1/device?q=Pi%205', { token: site.token });
  expect(listed.body.value).toMatchObject({ rows: [{ id }] });
  // A person cannot change it; it is exported, and ignored by an import.
  const changed = await site.call('PATCH', `/v1/device/${id}`, {
    token: site.token,
    body: { dev_name: 'Mine', name: 'Hall 2' },
  });
  expect(changed.body.value).toMatchObject({ name: 'Hall 2', dev_name: 'Pi 5' });
  const csv = (await take(site, site.token, 'device')).toString('utf8');
  expect(csv).toContain('Reported name');
  expect(csv).toContain('Pi 5');
});
