import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Device } from '../../../contract/entities/terminals/device.ts';
import {
  fillTemplate,
  type TemplateBody,
  type TemplateResult,
} from '../../../contract/rules/nameTemplate.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { send } from './files.ts';

let people: People;
let devices: Device[];
beforeAll(async () => {
  people = await createPeople();
  const table =
    'code,name,zone,call_number\nT-01,a,North,\nT-02,b,North,\nT-03,c,South,0003\nT-04,d,South,\n';
  await send(people.site, people.admin, 'device', table, { run: true });
  devices = await list();
});
afterAll(() => people.site.close());

async function list(): Promise<Device[]> {
  const answer = await people.site.call('GET', '/v1/device?sort=code&limit=100', { token: people.admin });
  return (answer.body.value as { rows: Device[] }).rows;
}
async function fill(body: Partial<TemplateBody>, token = people.admin) {
  const ids = devices.map((row) => row.id);
  const answer = await people.site.call('POST', '/v1/device/template', { token, body: { ids, ...body } });
  return answer.body as unknown as { code: number; value: TemplateResult };
}

test('patterns: zeros, zone, code, name; unknown placeholders stay', () => {
  const values = { n: 7, zone: 'Library', zone_code: 'L', code: 'C1', name: 'Old' };
  expect(fillTemplate('{zone}-{n:3} {zone_code}{n}', values)).toBe('Library-007 L7');
  expect(fillTemplate('{code}/{name} {x} {n:0} {code:2}', values)).toBe('C1/Old {x} {n:0} {code:2}');
});

test('a preview changes nothing; applied, numbers count up, overall or per zone', async () => {
  const preview = await fill({ name: '{zone}-{n:3}', per_zone: true });
  expect(preview.value.results.map((one) => one.name)).toEqual([
    'North-001',
    'North-002',
    'South-001',
    'South-002',
  ]);
  expect((await list()).map((row) => row.name)).toEqual(['a', 'b', 'c', 'd']);
  await fill({ name: '{zone}-{n:3}', per_zone: true, dry_run: false });
  expect((await list()).map((row) => row.name)).toEqual(['North-001', 'North-002', 'South-001', 'South-002']);
});

test('a taken number fails alone and is kept; the others are stored', async () => {
  const ids = devices
    .slice(0, 2)
    .concat(devices.slice(3))
    .map((row) => row.id);
  const answer = await fill({ ids, call_number: '{n:4}', start: 2, dry_run: false });
  expect(answer.value.results.map((one) => [one.ok, one.call_number])).toEqual([
    [true, '0002'],
    [false, '0003'],
    [true, '0004'],
  ]);
  expect((await list()).map((row) => row.call_number)).toEqual(['0002', '', '0003', '0004']);
  // All of them move up by one at once.
  const up = await fill({ call_number: '{n:4}', start: 3, dry_run: false });
  expect(up.value.results.every((one) => one.ok)).toBe(true);
  expect((await list()).map((row) => row.call_number)).toEqual(['0003', '0004', '0005', '0006']);
  expect((await fill({ call_number: 'x{n}' })).value.results[0]).toMatchObject({ ok: false, code: 400 });
});

test("requires the permission, and is limited to the caller's zones", async () => {
  const role = await people.role('namers', ['list_device', 'edit_device']);
  const { token } = await people.join({ code: 'namer', role_id: role.id, groups: [people.north] });
  const answer = await fill({ name: 'N{n}', dry_run: false }, token);
  expect(answer.value.results.map((one) => one.code)).toEqual([200, 200, 404, 404]);
  const reader = await people.role('looker', ['list_device']);
  const other = await people.join({ code: 'looker', role_id: reader.id, groups: [people.north] });
  expect((await fill({ name: 'N{n}' }, other.token)).code).toBe(403);
});
