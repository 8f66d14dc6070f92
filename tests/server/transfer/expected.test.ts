import { afterAll, beforeAll, expect, test } from 'vitest';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from '../terminals/site.ts';
import { send } from './files.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const foundOf = (code: string) => site.found().find((one) => one.code === code);

test('an imported terminal is expected: the terminal of its code waits, and is adopted with the prepared name and zone', async () => {
  const zone = await site.zone('Library');
  const answer = await send(
    site,
    site.token,
    'device',
    'code,name,zone,ao_volume\nEXP-1,Reading room,Library,35\nEXP-2,Stairs,Library,40\n',
    { run: true },
  );
  expect(answer.value).toMatchObject({ imported: true, created: 2 });
  const [first, second] = await Promise.all(
    ['EXP-1', 'EXP-2'].map((code) =>
      // A secret of its former site proves nothing, and does not lock it out.
      TerminalClient.hello(site.url, { code, boot: code, features: ['decode'], secret: 'of-another-site' }),
    ),
  );
  if (first === undefined || second === undefined) throw new Error('no clients');
  await first.next('found');
  await second.next('found');
  expect(foundOf('EXP-1')).toMatchObject({ known_code: false });

  const top = site.top();
  const ids = ['EXP-1', 'EXP-2'].map((code) => foundOf(code)?.id);
  const adopted = await site.post('/v1/terminal_found/batch', {
    action: 'adopt',
    ids,
    org: top,
    ao_volume: 90,
  });
  expect(adopted.body.value).toMatchObject({ results: [{ ok: true }, { ok: true }] });
  const { secret } = await first.next('adopted');
  const { terminal: id } = await first.next('welcome');
  expect(site.device(id)).toMatchObject({ code: 'EXP-1', name: 'Reading room', org: zone, ao_volume: 35 });
  await first.drop();
  const back = await TerminalClient.hello(site.url, { code: 'EXP-1', boot: 'again', features: [], secret });
  expect((await back.next('welcome')).terminal).toBe(id);
  await back.drop();
  await second.drop();
});

test('codes that differ only in letter case are one: a second one is refused, an expected one matches', async () => {
  const zone = await site.zone('Stage');
  const file = (rows: string) => send(site, site.token, 'device', `code,name,zone\n${rows}`, { run: true });
  const twice = await file('Case-1,One,Stage\ncase-1,Two,Stage\n');
  expect(twice.value).toMatchObject({
    imported: false,
    bad: [
      {
        line: 3,
        faults: [{ message: '“case-1” differs from the code in row 2 only in upper and lower case' }],
      },
    ],
  });
  expect((await file('Case-1,One,Stage\n')).value).toMatchObject({ imported: true, created: 1 });
  const other = await file('CASE-1,Two,Stage\n');
  const like = 'Code CASE-1 differs from Case-1 only in upper and lower case: use another one';
  expect(other.value).toMatchObject({ imported: false, bad: [{ line: 2, faults: [{ message: like }] }] });
  // Existing terminals are matched when a file is imported again.
  expect((await file('Case-1,One more,Stage\n')).value).toMatchObject({ imported: true, changed: 1 });

  const client = await TerminalClient.hello(site.url, { code: 'CASE-1', boot: 'a', features: [] });
  await client.next('found');
  const second = await TerminalClient.hello(site.url, { code: 'case-1', boot: 'b', features: [] });
  await second.next('found');
  const adopt = (code: string) =>
    site.post(`/v1/terminal_found/${foundOf(code)?.id}/adopt`, { name: 'One', org: null });
  const adopted = await adopt('CASE-1');
  expect(adopted.body.value).toMatchObject({ code: 'CASE-1', org: zone });
  await client.next('welcome');

  expect((await adopt('case-1')).body).toMatchObject({ code: 409, key: 'terminal.codeLike' });
  const form = {
    code: 'CasE1',
    name: 'Desk',
    org: null,
    password: 'keypad2026',
    confirmPassword: 'keypad2026',
  };
  expect((await site.post('/v1/caster', form)).body).toMatchObject({ code: 200 });
  expect((await site.post('/v1/caster', { ...form, code: 'case1' })).body).toMatchObject({
    code: 409,
    value: { fields: [{ path: 'code', key: 'terminal.codeLike' }] },
  });
  await second.drop();
  const late = await TerminalClient.hello(site.url, { code: 'case-1', boot: 'c', features: [] });
  expect(await late.next('refused')).toMatchObject({ code: 'denied', retry_s: 60 });
  await late.closed();
  await client.drop();
});
