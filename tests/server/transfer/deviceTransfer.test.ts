import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Device, DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { faults, send, take } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const list = async (q = '') => {
  const answer = await people.site.call('GET', `/v1/device?limit=1000&sort=code&q=${q}`, {
    token: people.admin,
  });
  return (answer.body.value as { rows: Device[] }).rows;
};
const bring = (text: Uint8Array | string, run = false, token = people.admin) =>
  send(people.site, token, 'device', text, { run });

describe('import of terminals', () => {
  test('a dry run reports the result and stores nothing; the import stores all of it', async () => {
    const text =
      'code,name,zone,ao_volume,call_number\r\nHALL-1,"Hall, north",North,60,0101\r\nHALL-2,Gym,South,,\r\n';
    const trial = await bring(text);
    expect(trial.value).toMatchObject({ dry_run: true, imported: false, rows: 2, created: 2, bad: [] });
    expect(await list('HALL')).toEqual([]);
    expect((await bring(text, true)).value).toMatchObject({ imported: true, created: 2 });
    expect(await list('HALL')).toMatchObject([
      { code: 'HALL-1', name: 'Hall, north', org: people.north, ao_volume: 60, call_number: '0101' },
      { code: 'HALL-2', name: 'Gym', org: people.south, ao_volume: 80, call_number: '' },
    ]);
    const topic = people.site.deps.live.topic<DeviceLive>('device').snapshot();
    expect(topic.filter((row) => row.code.startsWith('HALL'))).toHaveLength(2);
  });

  test('only the given columns change; an empty cell keeps a name and removes an alias', async () => {
    await bring('code,name,dev_name2\nC-100,Corridor,West wing\n', true);
    const second = await bring('code,name,dev_name2,ai_volume\nC-100,,,30\n', true);
    expect(second.value).toMatchObject({ changed: 1, created: 0 });
    expect(second.value.preview[0]?.changes).toMatchObject([
      { column: 'dev_name2', label: 'Alias', before: 'West wing', after: '' },
      { column: 'ai_volume', before: '80', after: '30' },
    ]);
    expect(await list('C-100')).toMatchObject([
      { name: 'Corridor', dev_name2: '', ai_volume: 30, ao_volume: 80 },
    ]);
  });

  test('with one bad row nothing is stored; each bad row has its line, column and reason', async () => {
    const text = [
      'code,name,zone,ao_volume,call_number,dev_name2',
      'OK-1,Fine,North,50,,',
      'OK-1,Again,North,50,,',
      'x,Short code,North,50,,',
      'BAD-2,Zone,Nowhere,50,,',
      'BAD-3,Loud,North,101,,',
      'BAD-4,Words,North,1e1,12a,BAD-4',
      'BAD-5,Same,North,50,,Same',
    ].join('\n');
    const answer = await bring(text, true);
    expect(answer.value).toMatchObject({ imported: false, created: 1 });
    expect(answer.message).toMatch(/nothing was imported/);
    expect(faults(answer).map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual([
      '3 code',
      '4 code',
      '5 zone',
      '6 ao_volume',
      '7 ao_volume',
      '7 call_number',
      '8 dev_name2',
    ]);
    expect(faults(answer)[0]).toContain('row 2');
    expect(faults(answer)[1]).toContain('3 to 32 letters');
    expect(await list('OK-')).toEqual([]);
    const korean = await send(people.site, people.admin, 'device', text, { lang: 'kr' });
    expect(korean.value.bad[2]?.faults[0]?.message).toContain('담당 구역');
  });

  test('quick numbers may be swapped within a file, and are refused if another terminal has them', async () => {
    await bring('code,call_number\nQ-001,7001\nQ-002,7002\nQ-003,7003\n', true);
    expect((await bring('code,call_number\nQ-001,7002\nQ-002,7001\n', true)).value).toMatchObject({
      imported: true,
      changed: 2,
    });
    expect((await list('Q-00')).map((row) => row.call_number)).toEqual(['7002', '7001', '7003']);
    expect(faults(await bring('code,call_number\nQ-001,7003\n'))).toEqual([
      '2 call_number “7003” already exists',
    ]);
    expect(faults(await bring('code,call_number\nQ-001,8000\nQ-002,8000\n'))[0]).toContain('3 call_number');
  });

  test('permissions and zones are checked row by row', async () => {
    const role = await people.role('importers', ['list_device', 'edit_device']);
    const { token } = await people.join({ code: 'importer', role_id: role.id, groups: [people.north] });
    await bring('code,name,zone\nN-001,North one,North\nS-001,South one,South\n', true);
    const answer = await bring(
      'code,name,zone\nN-001,Mine,North\nS-001,Theirs,South\nN-002,New,North\nN-001x,Moved,South\n',
      true,
      token,
    );
    expect(faults(answer)).toEqual([
      '3 code “S-001” already exists',
      '4  New, but you have no permission to create it',
      '5 zone None of your zones has the code “South”',
      '5  New, but you have no permission to create it',
    ]);
    expect((await bring('code,name\nN-001,Mine\n', true, token)).value).toMatchObject({ imported: true });
    const exported = (await take(people.site, token, 'device')).toString();
    expect(exported).toContain('N-001');
    expect(exported).not.toContain('S-001');
    const reader = await people.role('readers', ['list_device']);
    const other = await people.join({ code: 'reader', role_id: reader.id, groups: [people.north] });
    expect((await bring('code\nN-001\n', true, other.token)).code).toBe(403);
  });

  test('changes are in the audit log', async () => {
    await bring('code,name\nAUD-1,First\n', true);
    await bring('code,name\nAUD-1,Second\n', true);
    const { rows } = await people.site.database.pool.query(
      "select action, before, after from audit where entity = 'device' and entity_id = (select id from terminal where code = 'AUD-1') order by id",
    );
    expect(rows).toMatchObject([
      { action: 'create' },
      { action: 'edit', before: { name: 'First' }, after: { name: 'Second' } },
    ]);
  });
});
