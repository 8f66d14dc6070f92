import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import type { TemplateResult } from '../../../contract/rules/nameTemplate.ts';
import { everyNth } from '../../support/random.ts';
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

const kinds: [TerminalKind, string, Record<string, unknown>, string][] = [
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
];
describe.each(everyNth(kinds, 2))('%s', (kind, own, stored, column) => {
  const [head = '', cells = ''] = own.split('\n');
  const text = `code,name,zone,${head}\nK1${kind.slice(0, 3)},First,North${cells}\n`;

  test('a dry run stores nothing; the import stores its settings, and the export returns them', async () => {
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

  test("with one bad cell nothing is stored; the reason is in the caller's language", async () => {
    const bad = `code,name,${column}\nK2good,Second,\nK3bad,Third,-1x\n`;
    for (const lang of ['cn', 'en', 'kr']) {
      const answer = await bring(kind, bad, { run: true, lang });
      expect(answer.value).toMatchObject({ imported: false });
      expect(faults(answer)).toEqual([expect.stringMatching(new RegExp(`^3 ${column} .`))]);
    }
    expect(await list(kind, 'Second')).toEqual([]);
  });

  test('names and numbers are set by patterns', async () => {
    const ids = (await list(kind, 'First')).map(({ id }) => id);
    const n = 9000 + terminalKindNames.indexOf(kind) * 10;
    const body = { ids, name: '{zone}-{n}', call_number: '{n}', start: n, dry_run: false };
    const answer = await people.site.call('POST', `/v1/${kind}/template`, { token: people.admin, body });
    expect((answer.body.value as TemplateResult).results).toMatchObject([{ ok: true, name: `North-${n}` }]);
    // Settings of the kind are unchanged.
    expect(await list(kind, `North-${n}`)).toMatchObject([{ call_number: String(n), ...stored }]);
  });
});

test('missing dialogue codes are generated, codes can be swapped in a file, and no terminal calls itself', async () => {
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

test('a caster reaches the zones of its row; existing passwords stay, and no file contains them', async () => {
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

test('wiring of inputs: a row changes only its given cells; an invalid one is reported', async () => {
  await bring(
    'fire_control_device',
    'code,input_contacts,input_names,input_supervised\nF-100,normally_closed|normally_open,Door|,yes|no\n',
  );
  const inputs = async () => (await list('fire_control_device', 'F-100'))[0]?.inputs;
  expect(await inputs()).toEqual([
    { name: 'Door', contact: 'normally_closed', debounce_ms: 50, supervised: true },
    { name: '', contact: 'normally_open', debounce_ms: 50, supervised: false },
  ]);
  await bring('fire_control_device', 'code,input_names,input_debounce_ms\nF-100,,200\n');
  expect(await inputs()).toMatchObject([
    { name: 'Door', contact: 'normally_closed', debounce_ms: 200, supervised: true },
    { debounce_ms: 50 },
  ]);
  const bad = 'code,input_contacts,input_debounce_ms,input_supervised\nF-100,open|normally_open,6000,maybe\n';
  expect((await bring('fire_control_device', bad)).value.bad[0]?.faults.map(({ column }) => column)).toEqual([
    'input_contacts',
    'input_debounce_ms',
    'input_supervised',
  ]);
});

test('owner and disabled state of a caster; without the permission for accounts the owner is unchanged', async () => {
  await people.account({ code: 'porter', groups: [people.north] });
  await bring('caster', 'code,zone,owner,disabled\nowned1,North,porter,yes\n');
  const [row] = await list('caster', 'owned1');
  expect(row).toMatchObject({ disabled: true });
  expect(row?.user_id).toBeGreaterThan(0);
  expect(faults(await bring('caster', 'code,owner\nowned1,nobody\n'))).toEqual([
    '2 owner No account visible to you is called “nobody”',
  ]);
  const role = await people.role('deskclerk', ['list_caster', 'edit_caster']);
  const { token } = await people.join({ code: 'deskclerk', role_id: role.id, groups: [people.north] });
  expect((await take(people.site, token, 'caster')).toString()).not.toContain('porter');
  const blank = 'code,owner,disabled\nowned1,,no\n';
  expect((await send(people.site, token, 'caster', blank, { run: true })).value).toMatchObject({
    changed: 1,
  });
  expect(await list('caster', 'owned1')).toMatchObject([{ disabled: false, user_id: row?.user_id }]);
});

test('virtual casters are identified by number; members by code, in order', async () => {
  await bring('caster', 'code,zone\nbell1,North\nbell2,South\n');
  const ring = (text: string, options: { run?: boolean; lang?: string } = { run: true }) =>
    send(people.site, people.admin, 'virtual_caster', text, options);
  const text = 'call_number,name,ring,casters\n7700,Porter,order,bell2 bell1\n';
  expect((await ring(text, {})).value).toMatchObject({ dry_run: true, created: 1, bad: [] });
  expect((await ring(text)).value).toMatchObject({ imported: true, created: 1 });
  const second = await ring('call_number,casters\n7700,bell1\n');
  expect(second.value.preview[0]?.changes).toMatchObject([
    { column: 'casters', before: 'bell2 bell1', after: 'bell1' },
  ]);
  await bring('device', 'code,call_number\nNUM-1,7701\n');
  const bad =
    'call_number,name,ring,casters\n7702,A,loud,bell1\n7703,B,all,nobody\n7704,C,all,\n7701,D,all,bell1\nx,E,all,bell1\n';
  expect(faults(await ring(bad)).map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual([
    '2 ring',
    '3 casters',
    '4 casters',
    '5 call_number',
    '6 call_number',
  ]);
  expect(faults(await bring('device', 'code,call_number\nNUM-2,7700\n'))).toEqual([
    '2 call_number “7700” already exists',
  ]);
  const role = await people.role('northbell', ['list_caster', 'edit_caster']);
  const { token } = await people.join({ code: 'northbell', role_id: role.id, groups: [people.north] });
  await ring('call_number,casters\n7700,bell1 bell2\n');
  const own = await take(people.site, token, 'virtual_caster');
  expect(own.toString()).not.toContain('bell2');
  expect((await send(people.site, token, 'virtual_caster', own)).value).toMatchObject({
    changed: 0,
    bad: [],
  });
  const taken = await send(people.site, token, 'virtual_caster', 'call_number,name\n7700,Mine\n');
  expect(faults(taken)).toHaveLength(1);
});
