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

test('an imported terminal is expected: whoever has its code waits, and is adopted under the name and zone prepared', async () => {
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
      // A secret of its former site proves nothing here, and does not keep it out.
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
