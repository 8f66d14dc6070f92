import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TerminalLicence } from '../../../../contract/entities/site/terminalLicence.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { TerminalClient } from '../../../support/terminalClient.ts';
import { send } from '../../transfer/files.ts';
import { helloOf, type Site, startSite } from '../site.ts';

/** docs/rules/terminals.md#licences-per-kind */
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const found = async (code: string, kind: TerminalKind = 'device') => {
  const client = await TerminalClient.hello(site.url, { code, ...helloOf(kind) });
  await client.next('found');
  return { client, id: site.found().find((row) => row.code === code)?.id ?? 0 };
};
const adopt = (id: number, name: string) => site.post(`/v1/terminal_found/${id}/adopt`, { name, org: null });
const limit = (kind: TerminalKind, licences: number) =>
  site.call('PATCH', '/v1/sys/config', { token: site.token, body: { [`licences_${kind}`]: licences } });
const licence = async (kind: TerminalKind) => {
  const answer = await site.call('GET', '/v1/sys/terminal_licence', { token: site.token });
  return (answer.body.value as TerminalLicence[]).find((one) => one.kind === kind);
};

test('there is no limit at first; with all licences of a kind in use only its adoption is refused', async () => {
  const first = await site.adopted('LIC-1');
  const second = await site.adopted('LIC-2');
  expect(await licence('device')).toEqual({ kind: 'device', used: 2, limit: 0 });
  await limit('device', 1);
  // Fewer than there are: nothing is taken from those that are adopted.
  expect(site.device(second.id)?.online).toBe(true);
  await second.client.drop();
  const back = await TerminalClient.hello(site.url, { code: 'LIC-2', secret: second.secret });
  await back.next('welcome');

  const third = await found('LIC-3');
  for (const [lang, words] of [
    ['en', 'Sound column'],
    ['cn', '音柱'],
    ['kr', '컬럼 스피커'],
  ] as const) {
    const answer = await site.call('POST', `/v1/terminal_found/${third.id}/adopt`, {
      token: site.token,
      headers: { lang },
      body: { name: 'Three', org: null },
    });
    expect(answer.body).toMatchObject({ code: 999, key: 'terminal.licenceLimit' });
    expect(answer.body.message).toContain(words);
    expect(answer.body.message).toContain('1');
  }
  expect((await site.adopted('LIC-CAP', null, 'capturer')).id).toBeGreaterThan(0);
  // It still waits, and is adopted once there is a licence.
  await limit('device', 3);
  expect((await adopt(third.id, 'Three')).body.code).toBe(200);
  expect(await licence('device')).toEqual({ kind: 'device', used: 3, limit: 3 });
  await first.client.drop();
  await expect.poll(() => site.device(first.id)?.online).toBe(false);
  const spare = await found('LIC-4');
  const replaced = await site.post(`/v1/terminal_found/${spare.id}/replace`, { device: first.id });
  expect(replaced.body.code).toBe(200);
});

test('a batch adopts as many as there are licences, and an import is not refused', async () => {
  await limit('xtts', 2);
  const all = await Promise.all([1, 2, 3].map((n) => found(`LIC-T${n}`, 'xtts')));
  const ids = all.map(({ id }) => id);
  const answer = await site.post('/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  const { results } = answer.body.value as { results: { ok: boolean; code: number; message: string }[] };
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(results[2]).toMatchObject({ code: 999, message: 'All licences for TTS terminal are in use: 2' });
  const report = await send(site, site.token, 'xtts', 'code,name\nLIC-T9,Nine\n', { run: true });
  expect(report.code).toBe(200);
  expect(await licence('xtts')).toMatchObject({ used: 2 });
  const expected = await found('LIC-T9', 'xtts');
  expect((await adopt(expected.id, 'Nine')).body).toMatchObject({ key: 'terminal.licenceLimit' });
});

test('terminals that enrol themselves are refused, and none is stored', async () => {
  await site.zone('Licensed', undefined, 'open sesame');
  await limit('dialogue', 1);
  await site.adopted('LIC-D1', null, 'dialogue');
  const client = await TerminalClient.hello(site.url, {
    code: 'LIC-D2',
    ...helloOf('dialogue'),
    zone: { code: 'Licensed', password: 'open sesame' },
  });
  expect((await client.next('refused')).message).toBe('All licences for Intercom terminal are in use: 1');
  expect(site.deps.terminals.directory.byCode('LIC-D2')).toBeUndefined();
});

test('the licences are shown with the right to the settings or to the version screen only', async () => {
  const zone = await site.zone('Seen');
  const operator = await site.limited('licop', zone, 'operator');
  const answer = await site.call('GET', '/v1/sys/terminal_licence', { token: operator });
  expect(answer.body.code).toBe(403);
});
