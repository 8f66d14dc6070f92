import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminal.ts';
import type { TemplateResult } from '../../../contract/nameTemplate.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { faults, send, take } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const list = async (kind: TerminalKind, q = '') => {
  const answer = await people.site.call('GET', `/v1/${kind}?limit=1000&sort=code&q=${q}`, {
    token: people.admin,
  });
  return (answer.body.value as { rows: ({ id: number } & Record<string, unknown>)[] }).rows;
};
const bring = (kind: TerminalKind, text: string, options: { run?: boolean; lang?: string } = { run: true }) =>
  send(people.site, people.admin, kind, text, options);

describe.each<[TerminalKind, string, Record<string, unknown>, string]>([
  [
    'dialogue',
    'callee,call_mode,priority\n,302,through,5',
    { callee: '302', call_mode: 'through', priority: 5 },
    'callee',
  ],
  [
    'capturer',
    'mode,channel_names\n,io,Stage|Gym left',
    { mode: 'io', channel_names: ['Stage', 'Gym left'] },
    'mode',
  ],
  ['xtts', 'ai_volume\n,30', { ai_volume: 30 }, 'ai_volume'],
  [
    'fire_control_device',
    'delayTriggerTime,output_names\n,12,Siren',
    { delayTriggerTime: 12, output_names: ['Siren'] },
    'delayTriggerTime',
  ],
  ['caster', 'priority,password\n,7,keypad2026', { priority: 7, has_password: true }, 'priority'],
])('%s', (kind, own, stored, column) => {
  const [head = '', cells = ''] = own.split('\n');
  const text = `code,name,zone,${head}\nK1${kind.slice(0, 3)},First,North${cells}\n`;

  test('a dry run stores nothing; the run stores its settings, and the export brings them back', async () => {
    expect((await bring(kind, text, {})).value).toMatchObject({ dry_run: true, created: 1, bad: [] });
    expect(await list(kind, 'First')).toEqual([]);
    expect((await bring(kind, text)).value).toMatchObject({ imported: true, created: 1 });
    expect(await list(kind, 'First')).toMatchObject([{ name: 'First', org: people.north, ...stored }]);
    const exported = await take(people.site, people.admin, kind);
    expect((await send(people.site, people.admin, kind, exported, { run: true })).value).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 1,
    });
    expect(exported.toString()).not.toContain('keypad2026');
  });

  test('one bad cell of its own, and nothing is stored; the reason is in the language of the caller', async () => {
    const bad = `code,name,${column}\nK2good,Second,\nK3bad,Third,-1x\n`;
    for (const lang of ['cn', 'en', 'kr']) {
      const answer = await bring(kind, bad, { run: true, lang });
      expect(answer.value).toMatchObject({ imported: false });
      expect(faults(answer)).toEqual([expect.stringMatching(new RegExp(`^3 ${column} .`))]);
    }
    expect(await list(kind, 'Second')).toEqual([]);
  });

  test('names and numbers are given by patterns', async () => {
    const ids = (await list(kind, 'First')).map(({ id }) => id);
    const n = 9000 + terminalKindNames.indexOf(kind) * 10;
    const body = { ids, name: '{zone}-{n}', call_number: '{n}', start: n, dry_run: false };
    const answer = await people.site.call('POST', `/v1/${kind}/template`, { token: people.admin, body });
    expect((answer.body.value as TemplateResult).results).toMatchObject([{ ok: true, name: `North-${n}` }]);
    // Its own settings stay.
    expect(await list(kind, `North-${n}`)).toMatchObject([{ call_number: String(n), ...stored }]);
  });
});

test('dialogue codes are made where none is given, change places in a file, and nobody calls itself', async () => {
  await bring('dialogue', 'code,dialogue_code\nDA-1,AAAA0001\nDA-2,AAAA0002\nDA-3,\n');
  const made = await bring('dialogue', 'code\nDA-4\n');
  expect(made.value).toMatchObject({ imported: true });
  expect((await list('dialogue', 'DA-4'))[0]?.dialogue_code).toMatch(/^[0-9A-F]{8}$/);
  const swap = await bring('dialogue', 'code,dialogue_code\nDA-1,AAAA0002\nDA-2,AAAA0001\n');
  expect(swap.value).toMatchObject({ imported: true, changed: 2 });
  expect(faults(await bring('dialogue', 'code,dialogue_code\nDA-3,AAAA0001\n'))).toEqual([
    '2 dialogue_code “AAAA0001” already exists',
  ]);
  expect(faults(await bring('dialogue', 'code,callee\nDA-1,AAAA0002\n'))).toEqual([
    '2 callee A caster cannot select itself',
  ]);
});

test('a caster speaks to the zones of its row; the password of one that is there stays, and no file says it', async () => {
  await bring('caster', 'code,reach,password\nvoice1,North South,keypad2026\n');
  const hash = async () =>
    (
      await people.site.database.pool.query<{ password_hash: string }>(
        "select password_hash from caster_account join terminal on terminal.id = terminal_id where code = 'voice1'",
      )
    ).rows[0]?.password_hash;
  const before = await hash();
  expect(before).toMatch(/^\$argon2id\$/);
  expect((await list('caster', 'voice1'))[0]?.orgs).toEqual([people.north, people.south]);
  const second = await bring('caster', 'code,reach,password\nvoice1,South,another2026\n');
  expect(second.value.preview[0]?.changes).toMatchObject([
    { column: 'reach', before: 'North South', after: 'South' },
  ]);
  expect(await hash()).toBe(before);
  expect((await list('caster', 'voice1'))[0]?.orgs).toEqual([people.south]);
  expect(faults(await bring('caster', 'code,password\nvoice2,short\n'))[0]).toMatch(/^2 password /);
  const other = await bring('capturer', 'code\nvoice1\n');
  expect(faults(other)).toEqual(['2 code “voice1” already exists']);
});
