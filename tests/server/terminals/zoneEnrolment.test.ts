import { afterAll, beforeAll, expect, test } from 'vitest';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('zone code and zone password enrol a terminal; wrong ones are limited', async () => {
  const zone = await site.zone('Enrol', undefined, 'open sesame');
  const client = await TerminalClient.hello(site.url, {
    code: 'ENROL-1',
    zone: { code: 'Enrol', password: 'open sesame' },
  });
  const { secret } = await client.next('adopted');
  const { terminal } = await client.next('welcome');
  expect(site.device(terminal)).toMatchObject({ org: zone, online: true, name: 'ENROL-1' });
  await client.drop();
  const back = await TerminalClient.hello(site.url, { code: 'ENROL-1', secret });
  await back.next('welcome');
  const { rows } = await site.database.pool.query(
    "select account_code, account_id from audit where action = 'enrol'",
  );
  expect(rows).toEqual([{ account_code: 'terminal ENROL-1', account_id: null }]);

  const attempt = async (password: string) => {
    const wrong = await TerminalClient.hello(site.url, {
      code: 'ENROL-2',
      zone: { code: 'Enrol', password },
    });
    const refusal = await wrong.next('refused');
    await wrong.closed();
    return refusal;
  };
  for (let i = 0; i < 5; i++) expect((await attempt(`guess ${i}`)).message).toContain('password is wrong');
  const blocked = await attempt('open sesame');
  expect(blocked).toMatchObject({ code: 'locked_out' });
  expect(blocked.message).toContain('Too many');
});

test('a zone without a password enrols no terminal, and a known code needs a person', async () => {
  await site.zone('Closed');
  const shut = await TerminalClient.hello(site.url, {
    code: 'ENROL-3',
    zone: { code: 'Closed', password: '' },
  });
  expect(await shut.next('refused')).toMatchObject({ code: 'enrol' });
  const first = await site.adopted('ENROL-4');
  await first.client.drop();
  await expect.poll(() => site.device(first.id)?.online).toBe(false);
  await site.zone('Enrol 2', undefined, 'pass');
  const copy = await TerminalClient.hello(site.url, {
    code: 'ENROL-4',
    zone: { code: 'Enrol-2', password: 'pass' },
  });
  await copy.next('found');
});
