import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuickCode } from '../../../contract/entities/tasks/quickCode.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { faults, send, take } from './files.ts';

let site: AirSite;
let north: number;
let column: number;
let caster: number;
beforeAll(async () => {
  site = await startAirSite();
  north = await site.zone('North');
  const song = await site.file('Song', 60);
  column = (await site.adopted('COL-1', north)).id;
  caster = (await site.adopted('DESK-1', north, 'caster')).id;
  const bell = { name: 'Bell', audio_source: 0, files: [song], orgs: [north], schedule_day: 3 };
  await site.post('/v1/scheduled_task', { ...bell, start_date: '2026-01-01', start_time: '08:00' });
  await site.post('/v1/virtual_caster', { name: 'Porter', call_number: '700', casters: [caster] });
});
afterAll(() => site.close());

const header = 'code,name,zone,action,scheduled_task,again,devices,orgs,station,virtual_caster,activated\n';
const good =
  `${header}0012,Ring,North,task,Bell,refuse,,,,,yes\n` +
  '12,Speak,North,page,,,COL-1,North,,,yes\n20,Desk,North,call,,,,,DESK-1,,yes\n21,Porter,,call,,,,,,700,no\n';
const stored = async () => {
  const answer = await site.call('GET', '/v1/quick_code?limit=100', { token: site.token });
  return (answer.body.value as { rows: QuickCode[] }).rows;
};

describe('quick codes as a file', () => {
  test('are validated, imported, changed and exported, leading zeros included', async () => {
    const dry = await send(site, site.token, 'quick_code', good);
    expect([faults(dry), dry.value.created, await stored()]).toEqual([[], 4, []]);
    await send(site, site.token, 'quick_code', good, { run: true });
    expect(await stored()).toMatchObject([
      { code: '0012', name: 'Ring', org: north, action: 'task', again: 'refuse' },
      { code: '12', action: 'page', devices: [column], orgs: [north] },
      { code: '20', action: 'call', station: caster, virtual_caster: null },
      { code: '21', action: 'call', station: null, activated: false },
    ]);
    expect(site.deps.quickCodes.byCode('0012')?.name).toBe('Ring');
    const again = await send(site, site.token, 'quick_code', await take(site, site.token, 'quick_code'));
    expect(again.value).toMatchObject({ unchanged: 4, created: 0, changed: 0, bad: [] });
    const swap = await send(site, site.token, 'quick_code', 'code,virtual_caster\n20,700\n', { run: true });
    expect(swap.value).toMatchObject({ changed: 1, bad: [] });
    expect((await stored())[2]).toMatchObject({ station: null, virtual_caster: expect.any(Number) });
  });

  test('are refused row by row, with the reason', async () => {
    const bad =
      `${header}1a,A,North,task,Bell,,,,,,\n30,B,North,task,No such,,,,,,\n` +
      '700,C,North,page,,,,North,,,\n31,D,North,task,,,,,,,\n';
    expect(faults(await send(site, site.token, 'quick_code', bad))).toEqual([
      '2 code A quick code has 1 to 8 digits',
      '3 scheduled_task Nothing visible to you is called “No such”',
      '4 code “700” is already a quick code, quick number or dialogue code',
      '5 scheduled_task Please select a task',
    ]);
  });

  test('of other zones are neither exported nor changed', async () => {
    const south = await site.zone('South');
    const token = await site.limited('south-codes', south);
    expect(String(await take(site, token, 'quick_code'))).not.toContain('0012');
    const sent = await send(site, token, 'quick_code', 'code,name\n0012,Mine\n');
    expect(sent.value).toMatchObject({ imported: false, bad: [{ line: 2 }] });
  });
});
