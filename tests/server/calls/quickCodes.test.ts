import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faults, send } from '../transfer/files.ts';
import { idOf, type QuickCodeSite, startQuickCodeSite } from './quickCodeSite.ts';

let site: QuickCodeSite;
beforeAll(async () => {
  site = await startQuickCodeSite();
});
afterEach(() => site.clear());
afterAll(() => site.close());

describe('a code', () => {
  test.each([
    ['letters', { code: '12a' }],
    ['nothing', { code: '' }],
    ['nine digits', { code: '123456789' }],
    ['no task', { scheduled_task: null }],
    ['a page to nobody', { action: 'page' }],
    ['a call to nobody', { action: 'call' }],
  ])('of %s is refused', async (_, body) => {
    const { id } = await site.task();
    expect((await site.write({ scheduled_task: id, ...body })).body).toMatchObject({ code: 400 });
  });

  test('conflicts with numbers of stations, and the other way round', async () => {
    const { id } = await site.task();
    const desk = await site.station(site.north, 'dialogue');
    const set = (body: object) => site.call('PATCH', `/v1/dialogue/${desk.id}`, { token: site.token, body });
    expect((await set({ call_number: '0771', dialogue_code: '00000772' })).body.code).toBe(200);
    for (const taken of ['0771', '00000772'])
      expect((await site.write({ code: taken, scheduled_task: id })).body).toMatchObject({
        code: 409,
        key: 'call.codeTaken',
        value: { fields: [{ path: 'code' }] },
      });
    const quick = await site.code({ code: '00000773', scheduled_task: id });
    for (const body of [{ call_number: quick.code }, { dialogue_code: quick.code }])
      expect((await set(body)).body).toMatchObject({ code: 409, key: 'common.duplicate' });
    const virtual = await site.post('/v1/virtual_caster', {
      name: 'V',
      call_number: quick.code,
      casters: [(await site.station()).id],
    });
    expect(virtual.body).toMatchObject({ code: 409, key: 'common.duplicate' });
    const sent = await send(site, site.token, 'dialogue', `code,call_number\n${desk.code},${quick.code}\n`);
    expect(faults(sent)).toEqual([`2 call_number “${quick.code}” already exists`]);
  });

  test('protects what it uses: its task, terminal, group and zone cannot be deleted', async () => {
    const [column, zone] = [await site.column(), await site.zone(`Paged ${site.next()}`, site.north)];
    const bell = await site.task();
    const group = idOf(
      await site.post('/v1/device_group', { name: `G${site.next()}`, device_ids: [column] }),
    );
    const quick = await site.code({ scheduled_task: bell.id });
    const page = await site.code({ action: 'page', orgs: [zone], groups: [group], devices: [column] });
    const remove = async (path: string) =>
      (await site.call('DELETE', `/v1/${path}`, { token: site.token })).body;
    expect(await remove(`scheduled_task/${bell.id}`)).toMatchObject({ code: 409, key: 'common.inUse' });
    for (const path of [`device/${column}`, `device_group/${group}`]) {
      const refused = await remove(path);
      expect(refused).toMatchObject({ code: 409, key: 'common.inUse' });
      expect(refused.message).toContain(`${page.code} ${page.name}`);
    }
    const kept = await remove(`partition/${zone}`);
    expect(kept).toMatchObject({ code: 409, key: 'zone.notEmpty' });
    expect(kept.message).toContain(`not empty or still in use (1): ${page.code} ${page.name}`);
    const batch = await site.post('/v1/device/batch', { ids: [column], action: 'delete' });
    expect(batch.body.value).toMatchObject({ results: [{ id: column, ok: false, code: 409 }] });
    expect((await remove(`quick_code/${quick.id}`)).code).toBe(200);
    expect(await remove(`scheduled_task/${bell.id}`)).toMatchObject({ code: 200 });
  });

  test('lies in one zone with all that it reaches; accounts of other zones neither see nor change it', async () => {
    const token = await site.limited(`quick-south-${site.next()}`, site.south);
    const bell = await site.task(site.north);
    const quick = await site.code({ org: site.north, scheduled_task: bell.id });
    expect((await site.call('GET', `/v1/quick_code/${quick.id}`, { token })).body.code).toBe(404);
    const body = { name: 'X' };
    expect((await site.call('PATCH', `/v1/quick_code/${quick.id}`, { token, body })).body.code).toBe(404);
    expect((await site.write({ org: site.south, scheduled_task: bell.id }, token)).body.code).toBe(404);
    const wrong = await site.write({ org: site.south, scheduled_task: bell.id });
    expect(wrong.body).toMatchObject({ code: 999, key: 'alarm.outsideZone' });
    expect((await site.write({ org: site.south, action: 'page', orgs: [site.north] })).body.code).toBe(999);
    const stale = await site.call('PATCH', `/v1/quick_code/${quick.id}`, {
      token: site.token,
      body: { ...body, rev: 99 },
    });
    expect(stale.body).toMatchObject({ code: 409, key: 'common.conflict' });
    const listed = await site.call('GET', `/v1/quick_code?q=${quick.code}`, { token });
    expect(listed.body.value).toMatchObject({ total: 0 });
  });

  test('loses fields that do not belong to its new action', async () => {
    const column = await site.column();
    const quick = await site.code({ scheduled_task: (await site.task()).id });
    const body = { action: 'page', devices: [column] };
    const changed = await site.call('PATCH', `/v1/quick_code/${quick.id}`, { token: site.token, body });
    expect(changed.body.value).toMatchObject({ ...body, scheduled_task: null });
    expect(site.row(quick.id)).toMatchObject({ action: 'page', scheduled_task: null });
  });
});
