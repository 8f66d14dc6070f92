import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../contract/entities/site/account.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { faults, send, take } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const zones = (text: string, run = false, token = people.admin) =>
  send(people.site, token, 'partition', text, { run });
const users = (text: string, run = false, token = people.admin) =>
  send(people.site, token, 'user', text, { run });
const zone = (code: string) => people.site.deps.zones.all().find((one) => one.code === code);

describe('import of zones', () => {
  test('children may precede their parents; without a parent a zone is below the top', async () => {
    const text = 'code,name,parent,password\nR-1,Room,B-1,\nB-1,Block,S-1,\nS-1,School,,let-me-in-1\n';
    expect((await zones(text)).value).toMatchObject({ created: 3, bad: [] });
    expect(zone('S-1')).toBeUndefined();
    expect((await zones(text, true)).value).toMatchObject({ imported: true, created: 3 });
    expect(people.site.deps.zones.ancestors(zone('R-1')?.id ?? 0)).toEqual([
      zone('R-1')?.id,
      zone('B-1')?.id,
      zone('S-1')?.id,
      people.site.deps.zones.all().find((one) => one.parent_id === null)?.id,
    ]);
    expect(zone('S-1')?.has_password).toBe(true);
    expect(zone('B-1')?.has_password).toBe(false);
    const exported = (await take(people.site, people.admin, 'partition')).toString();
    expect(exported).not.toMatch(/let-me-in|argon2/);
    expect((await zones(exported)).value).toMatchObject({ created: 0, changed: 0, bad: [] });
  });

  test('cycles, too many levels, unknown parents, a second top and duplicates are faults', async () => {
    expect(faults(await zones('code,parent\nL-1,L-3\nL-2,L-1\nL-3,L-2\n'))[0]).toMatch(
      /parent .*into itself/,
    );
    const chain = Array.from({ length: 17 }, (_, i) => `D-${i},${i === 0 ? '' : `D-${i - 1}`}`);
    expect(faults(await zones(`code,parent\n${chain.join('\n')}\n`)).join()).toMatch(/at most 16/);
    expect(faults(await zones('code,parent\nU-1,Nowhere\nU-2,U-1\n'))).toEqual([
      '2 parent None of your zones has the code “Nowhere”',
      '3 parent Parent zone “U-1” is not valid',
    ]);
    const top = people.site.deps.zones.all().find((one) => one.parent_id === null)?.code ?? '';
    expect(faults(await zones(`code,parent\n${top},North\n`)).join()).toMatch(/top zone/);
    expect(faults(await zones('code\nT-1\nT-1\n'))).toHaveLength(1);
  });

  test("the import is limited to the caller's zones", async () => {
    const { token } = await people.join({
      code: 'northern',
      role_id: people.roles.administrator.id,
      groups: [people.north],
    });
    expect(
      faults(await zones('code,parent\nA-1,North\nA-2,South\nSouth,North\nA-3,\n', true, token)),
    ).toEqual([
      '3 parent None of your zones has the code “South”',
      '4 code “South” already exists',
      '5 parent Enter the code of one of your zones',
    ]);
    const own = (await take(people.site, token, 'partition')).toString();
    expect(own).not.toContain('South');
    expect((await zones(own, true, token)).value).toMatchObject({ changed: 0, bad: [] });
  });
});

describe('import of accounts', () => {
  const password = 'Zebra-crossing-7';
  const listed = async () => {
    const answer = await people.site.call('GET', '/v1/user?limit=1000', { token: people.admin });
    return (answer.body.value as { rows: Account[] }).rows;
  };

  test('new accounts log in with the password of the file; existing ones keep theirs', async () => {
    const text = `code,name,role,zones,disabled,password\nkim,Kim,operator,"North, South",아니요,${password}\n`;
    expect((await users(text, true)).value).toMatchObject({ imported: true, created: 1 });
    expect(await people.site.login('kim', password)).not.toBe('');
    expect((await listed()).find((row) => row.code === 'kim')?.groups).toEqual([people.north, people.south]);
    const again = await users(text.replace('Kim,', 'Kim Minji,').replace(password, 'Other-1234'), true);
    expect(again.value).toMatchObject({ imported: true, changed: 1 });
    expect(again.value.preview[0]?.changes.map((change) => change.column)).toEqual(['name']);
    expect(await people.site.login('kim', password)).not.toBe('');
    const exported = (await take(people.site, people.admin, 'user', 'format=csv', 'kr')).toString();
    expect(exported).not.toMatch(/argon2|Zebra/);
    expect((await users(exported)).value).toMatchObject({ created: 0, changed: 0, bad: [] });
  });

  test('every rule of accounts applies to every row, and passwords are not returned', async () => {
    const answer = await users(
      [
        'code,name,role,zones,all_zones,password',
        `a b,Space,operator,North,,${password}`,
        'weak,Weak,operator,North,,secret77',
        `norole,None,nothing,North,,${password}`,
        `nozone,None,operator,,,${password}`,
        `maybe,Maybe,operator,North,perhaps,${password}`,
        `good,Good,operator,North,,${password}`,
        `good,Twice,operator,North,,${password}`,
      ].join('\n'),
      true,
    );
    expect(faults(answer).map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual([
      '2 code',
      '3 password',
      '4 role',
      '5 zones',
      '6 all_zones',
      '8 code',
    ]);
    expect(JSON.stringify(answer)).not.toContain(password);
    expect((await listed()).map((row) => row.code)).not.toContain('good');
  });

  test("rights beyond the caller's cannot be granted, and the last administrator stays", async () => {
    const role = await people.role('hr', ['list_user', 'create_user', 'edit_user']);
    const { token } = await people.join({ code: 'hr', role_id: role.id, groups: [people.north] });
    const text = `code,name,role,zones,all_zones,password\nboss,Boss,administrator,North,,${password}\nall,All,hr,,yes,${password}\n`;
    expect(faults(await users(text, true, token))).toHaveLength(2);
    expect(faults(await users('code,disabled\nadmin,yes\n', true))).toHaveLength(1);
    expect(faults(await users('code,role\nadmin,operator\n', true))).toHaveLength(1);
  });
});
