import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TransferKind, transferKinds } from '../../../contract/api/transfer.ts';
import { isLong } from '../../support/random.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';
import { faults, send, take } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
  await fill();
});
afterAll(() => people.site.close());

/** Kinds in the order of their references. */
const order = [
  'partition',
  'role',
  'user',
  'caster',
  'virtual_caster',
  'device',
  'dialogue',
  'capturer',
  'xtts',
  'fire_control_device',
  'device_group',
  'linkage_task',
  'alarm_plan',
  'caster_group',
  'dialogue_group',
  'capturer_group',
  'xtts_group',
  'fire_control_device_group',
  'linkage_task_group',
  'alarm_plan_group',
  'quick_code',
] as const satisfies readonly TransferKind[];

type Row = { id: number } & Record<string, unknown>;
async function listed(site: TestApp, token: string, kind: TransferKind): Promise<Row[]> {
  const answer = await site.call('GET', `/v1/${kind}?limit=1000`, { token });
  expect(answer.body.code).toBe(200);
  return (answer.body.value as { rows: Row[] }).rows;
}

/** Ids, and values that the server generates. */
const own = [
  'id',
  'rev',
  'created_at',
  'role_id',
  'role_name',
  'sessions',
  'active_sessions',
  'last_seen_at',
];

/** Rows of every kind, with references by code. */
async function picture(site: TestApp, token: string) {
  const rows = new Map<TransferKind, Row[]>();
  for (const kind of order) rows.set(kind, await listed(site, token, kind));
  const codeOf = (kind: TransferKind, id: unknown) =>
    nameOf(rows.get(kind)?.find((row) => row.id === id)) ?? null;
  /** Name of an entity without a code. */
  const nameOf = (row: Row | undefined) => row?.code ?? row?.name;
  const codes = (kind: TransferKind, ids: unknown) =>
    Array.isArray(ids) ? ids.map((id) => codeOf(kind, id)) : undefined;
  return Object.fromEntries(
    order.map((kind) => [
      kind,
      (rows.get(kind) ?? [])
        .map(({ org, parent_id, orgs, user_id, casters, groups, linkage_task_ids, ...row }) => ({
          ...Object.fromEntries(Object.entries(row).filter(([field]) => !own.includes(field))),
          org: codeOf('partition', org),
          parent: codeOf('partition', parent_id),
          orgs: codes('partition', orgs),
          owner: codeOf('user', user_id),
          casters: codes('caster', casters),
          tasks: codes('linkage_task', linkage_task_ids),
          zones: kind === 'user' ? codes('partition', groups)?.toSorted() : undefined,
        }))
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ]),
  );
}

/** Fills the site with one of everything that can be imported. */
async function fill(): Promise<void> {
  const { site, admin, north, south, account } = people;
  const bring = async (kind: TransferKind, text: string) => {
    const answer = await send(site, admin, kind, text, { run: true });
    expect(faults(answer)).toEqual([]);
    expect(answer.value.imported).toBe(true);
  };
  const patch = async (kind: TransferKind, code: string, body: object) => {
    const id = (await listed(site, admin, kind)).find((row) => row.code === code)?.id;
    const answer = await site.call('PATCH', `/v1/${kind}/${id}`, { token: admin, body });
    expect(answer.body.message).toBe('Done');
  };
  await bring('partition', 'code,name,parent\nYard,خارج 🎪,North\nGym,Gym |\\ hall,Yard\n');
  await account({ code: 'porter', groups: [north] });
  await account({ code: 'gone', groups: [north, south], disabled: true });
  await bring('device', 'code,name,zone,dev_name2,call_number,ao_volume\nHALL-1,=Hall,Gym,-Stage,0101,55\n');
  await bring('dialogue', 'code,dialogue_code,callee,call_mode,priority\nDIA-1,ABCD0001,0101,through,7\n');
  await bring('capturer', 'code,mode,channel_names\nCAP-1,io,a\\|b||c\\\\d\n');
  await bring('xtts', 'code,name,zone\nTTS-1,Voice,South\n');
  await bring('fire_control_device', 'code,delayTriggerTime,output_names\nFIRE-1,12,Siren|\nFIRE-2,0,\n');
  await patch('fire_control_device', 'FIRE-1', {
    inputs: [
      { name: 'Boiler | room', contact: 'normally_closed', debounce_ms: 0, supervised: true },
      { name: '', contact: 'normally_open', debounce_ms: 5000, supervised: false },
    ],
  });
  await bring(
    'linkage_task',
    'name,zone,audio_source,textContent,orgs,volume,tone\nLeave | now,North,1,=Leave the hall,Gym,own,evacuate\n',
  );
  await bring('alarm_plan', 'name,zone,linkage_task_ids,activated\nFire,North,Leave \\| now,no\n');
  await bring(
    'quick_code',
    'code,name,zone,action,orgs,activated\n0042,=Gym | page,North,page,Gym Yard,no\n',
  );
  await bring('caster', 'code,name,priority,reach\ndesk1,Desk,9,North South\ndesk2,Second,0,\n');
  const porter = (await listed(site, admin, 'user')).find((row) => row.code === 'porter')?.id;
  await patch('caster', 'desk1', { user_id: porter, disabled: true });
  const ids = new Map((await listed(site, admin, 'caster')).map((row) => [row.code, row.id]));
  const made = await site.call('POST', '/v1/virtual_caster', {
    token: admin,
    body: {
      name: 'Porter 🛎',
      call_number: '900',
      ring: 'order',
      casters: [ids.get('desk2'), ids.get('desk1')],
    },
  });
  expect(made.body.code).toBe(200);
  await bring('role', 'code,name,permissions\nbell,Ringers,list_device list_task\n');
  const members = { caster: 'desk1', dialogue: 'DIA-1', capturer: 'CAP-1', xtts: 'TTS-1' };
  const things = { alarm_plan: 'Fire', linkage_task: 'Leave | now' };
  const all = { device: 'HALL-1', fire_control_device: 'FIRE-1', ...members, ...things };
  for (const [kind, member] of Object.entries(all))
    await bring(`${kind as keyof typeof all}_group`, `name,member\n=Bells 🔔,${member}\nNobody,\n`);
}

type Format = 'csv' | 'xlsx';
/** Formats in which the kinds travel, by their place in the order: all in both in `npm run long`, else in turn. */
const passes: readonly [string, (place: number) => Format][] = isLong
  ? [
      ['csv', () => 'csv'],
      ['xlsx', () => 'xlsx'],
    ]
  : [['csv and xlsx in turn', (place) => (place % 2 === 0 ? 'csv' : 'xlsx')]];

test.each(passes)(
  'exported and imported into an empty server, a site is the same again (%s)',
  async (_title, formatOf) => {
    const { site, admin } = people;
    const empty = await createTestApp();
    const token = await empty.login();
    expect(order.toSorted()).toEqual([...transferKinds].toSorted());
    for (const [place, kind] of order.entries()) {
      let file = await take(site, admin, kind, `format=${formatOf(place)}`, 'kr');
      if (kind === 'user') {
        // Passwords are never exported: they must be added for new accounts.
        const text = (await take(site, admin, kind)).toString();
        const lines = text.trim().split('\r\n');
        file = Buffer.from(
          lines.map((line, i) => `${line},${i === 0 ? 'password' : adminPassword}`).join('\n'),
        );
      }
      const answer = await send(empty, token, kind, file, { run: true });
      expect(faults(answer)).toEqual([]);
      expect(answer.value).toMatchObject({ imported: true, ignored: expect.anything() });
    }
    expect(await picture(empty, token)).toEqual(await picture(site, admin));
    for (const [place, kind] of order.entries()) {
      // In turn, this is the other format of the kind.
      const again = await send(
        empty,
        token,
        kind,
        await take(site, admin, kind, `format=${formatOf(place + 1)}`),
      );
      expect({ kind, ...again.value }).toMatchObject({ created: 0, changed: 0, bad: [] });
    }
    await empty.close();
  },
);
