import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LiveRow } from '../../../contract/api/live.ts';
import type { QuickCodeLive } from '../../../contract/entities/tasks/quickCode.ts';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { DialLimit } from '../../../server/air/calls/dialling.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { faults, send } from '../transfer/files.ts';

let site: AirSite;
let song: number;
let north: number;
let south: number;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
  [north, south] = [await site.zone('Quick north'), await site.zone('Quick south')];
});
afterAll(() => site.close());

let n = 0;
const made: number[] = [];
afterEach(async () => {
  for (const b of [...site.deps.broadcasting.engine.all()]) await site.deps.broadcasting.engine.stop(b);
  for (const id of made.splice(0)) await site.call('DELETE', `/v1/quick_code/${id}`, { token: site.token });
});

const idOf = (answer: { body: { code: number; value?: unknown } }) => {
  expect(answer.body.code, JSON.stringify(answer.body)).toBe(200);
  return (answer.body.value as { id: number }).id;
};
const write = (body: object, token = site.token) =>
  site.post('/v1/quick_code', { code: String(4000 + ++n), name: `Code ${n}`, ...body }, token);
async function code(body: object) {
  const answer = await write(body);
  const id = idOf(answer);
  made.push(id);
  return answer.body.value as { id: number; code: string; name: string };
}
const row = (id: number) =>
  site.deps.live.topic<LiveRow & Pick<QuickCodeLive, 'last_outcome'>>('quick_code').get(id);
const columns = async (org = north) => (await site.adopted(`Q-COL-${++n}`, org)).id;
async function station(org = north, kind: TerminalKind = 'caster') {
  const at = `Q-STA-${++n}`;
  const { client, id } = await site.adopted(at, org, kind);
  return { client, id, code: at, dial: (number: string) => client.send({ type: 'call.dial', number }) };
}
async function task(org = north, more: object = {}) {
  const body = { name: `Bell ${++n}`, files: [song], orgs: [org], schedule_day: 3, ...more };
  const form = { audio_source: 0, start_date: '2026-01-01', start_time: '08:00', ...body };
  return { id: idOf(await site.post('/v1/scheduled_task', form)), name: body.name };
}
const saved = (id: number) =>
  site.deps.live.topic<ScheduledTask & { org: number[] }>('scheduled_task').get(id);
const running = (id: number) => [...site.deps.broadcasting.engine.all()].find((b) => b.row.task_id === id);

describe('dialling a code', () => {
  test('starts its task and, dialled again, stops it; the logs name the station', async () => {
    await columns();
    const bell = await task();
    const quick = await code({ code: '0012', scheduled_task: bell.id });
    const { client, dial, code: from } = await station();
    dial('12');
    expect(await client.next('call.state')).toMatchObject({ state: 'ended', reason: 'unknown' });
    // Dialled at once, as a second later it would be accepted: the second is refused, even before the first
    // is done.
    dial('0012');
    dial('0012');
    const answers = [await client.next('call.state'), await client.next('call.state')];
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['started', 'too_fast']);
    expect(answers.find(({ reason }) => reason === 'started')).toMatchObject({
      call: 0,
      state: 'ended',
      peer: { name: quick.name, number: '0012' },
      message: `Started: ${bell.name}`,
    });
    expect(running(bell.id)?.row).toMatchObject({ operator_code: from, device_code: from, gpio_code: '' });
    await expect
      .poll(() => row(quick.id))
      .toMatchObject({ last_by: { name: from }, last_outcome: 'started', running: true });
    await expect
      .poll(
        async () => {
          dial('0012');
          return (await client.next('call.state')).reason;
        },
        { interval: 1_100 },
      )
      .toBe('stopped');
    expect(running(bell.id)).toBeUndefined();
    await expect.poll(() => saved(bell.id)?.state).toBe(null);
    expect(row(quick.id)).toMatchObject({ last_outcome: 'stopped', running: false });
    const noted = async () => {
      const { rows } = await site.database.pool.query(
        "select account_code, after from audit where entity = 'quick_code' and action = 'dial' and entity_id = $1 order by id",
        [quick.id],
      );
      return rows;
    };
    await expect.poll(noted).toMatchObject([
      { account_code: from, after: { code: '0012', done: 'started', scheduled_task: bell.id } },
      { account_code: from, after: { done: 'stopped' } },
    ]);
  });

  test('reports that its task runs already, if the code does not stop it', async () => {
    await columns();
    const bell = await task();
    const quick = await code({ scheduled_task: bell.id, again: 'refuse' });
    expect((await site.post(`/v1/scheduled_task/${bell.id}/start`, {})).body.code).toBe(200);
    const { client, dial } = await station();
    dial(quick.code);
    const said = await client.next('call.state');
    expect(said).toMatchObject({ reason: 'failed' });
    expect(said.message).toContain(bell.name);
    expect(running(bell.id)).toBeDefined();
  });

  test('reports that a higher broadcast is on the air at its targets', async () => {
    const column = await columns();
    const bell = await task(north, { orgs: [], devices: [column], priority: 1 });
    const quick = await code({ scheduled_task: bell.id });
    const high = await task(north, { orgs: [], devices: [column], priority: 90 });
    expect((await site.post(`/v1/scheduled_task/${high.id}/start`, {})).body.code).toBe(200);
    const { client, dial } = await station();
    dial(quick.code);
    expect(await client.next('call.state')).toMatchObject({
      reason: 'started',
      message: expect.stringContaining('Something higher'),
    });
  });

  test('starts a talk of the station to its targets, which the station ends', async () => {
    const column = await columns();
    const quick = await code({ action: 'page', devices: [column] });
    const { client, dial, code: from } = await station();
    dial(quick.code);
    const granted = await client.next('talk.granted');
    expect(granted).toMatchObject({ request: 0, targets: 1 });
    const page = site.deps.broadcasting.engine.get(granted.stream);
    expect(page?.row).toMatchObject({ task_type: 2, device_code: from });
    dial(quick.code);
    expect(await client.next('call.state')).toMatchObject({ reason: 'busy' });
    client.send({ type: 'talk.stop', stream: granted.stream });
    expect(await client.next('talk.ended')).toMatchObject({ stream: granted.stream });
  });

  test('calls a station without a number, and a virtual caster', async () => {
    const [from, desk] = [await station(), await station(north, 'dialogue')];
    const quick = await code({ action: 'call', station: desk.id });
    from.dial(quick.code);
    expect(await desk.client.next('call.state')).toMatchObject({
      state: 'ringing',
      peer: { name: from.code },
    });
    const calling = await from.client.next('call.state');
    expect(calling).toMatchObject({ state: 'calling', peer: { name: desk.code, number: quick.code } });
    expect(row(quick.id)?.last_outcome).toBe('call');
    from.client.send({ type: 'call.hangup', call: calling.call });
    await from.client.next('call.state');
    const member = await station();
    const body = { name: 'Porter', call_number: String(8000 + ++n), casters: [member.id] };
    const virtual = idOf(await site.post('/v1/virtual_caster', body));
    const porter = await code({ action: 'call', virtual_caster: virtual });
    from.dial(porter.code);
    expect(await member.client.next('call.state')).toMatchObject({ state: 'ringing' });
    const gone = await site.call('DELETE', `/v1/virtual_caster/${virtual}`, { token: site.token });
    expect(gone.body).toMatchObject({ code: 409, key: 'common.inUse' });
    expect(gone.body.message).toContain(`${porter.code} ${porter.name}`);
  });

  test('does nothing where the station may not be heard, or while it is disabled', async () => {
    await Promise.all([columns(north), columns(south)]);
    const far = await task(south);
    const [bell, page, off] = [
      await code({ scheduled_task: far.id }),
      await code({ action: 'page', orgs: [south] }),
      await code({ scheduled_task: (await task()).id, activated: false }),
    ];
    const { client, dial } = await station();
    for (const [{ code: digits }, text] of [
      [bell, 'outside the zones'],
      [page, 'outside the zones'],
      [off, 'switched off'],
    ] as const) {
      dial(digits);
      const said = await client.next('call.state');
      expect(said).toMatchObject({ state: 'ended', reason: 'denied' });
      expect(said.message).toContain(text);
    }
    expect(running(far.id)).toBeUndefined();
    expect(row(bell.id)?.last_outcome).toBe('denied');
  });

  test('is refused to stations whose account does not reach those zones', async () => {
    await Promise.all([columns(north), columns(south)]);
    const wide = await code({ scheduled_task: (await task(south)).id });
    const { client, id, dial } = await station(south);
    const patched = await site.call('PATCH', `/v1/caster/${id}`, {
      token: site.token,
      body: { orgs: [north] },
    });
    expect(patched.body.code).toBe(200);
    dial(wide.code);
    expect(await client.next('call.state')).toMatchObject({ reason: 'denied' });
  });

  test('is refused after ten codes from a station that dials endlessly', () => {
    const limit = new DialLimit();
    const taken = Array.from({ length: 12 }, () => limit.take(1, 0));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(limit.take(2, 0)).toBe(true);
    expect(limit.take(1, 1_000)).toBe(true);
    expect(limit.take(1, 1_000)).toBe(false);
  });
});

describe('a code', () => {
  test.each([
    ['letters', { code: '12a' }],
    ['nothing', { code: '' }],
    ['nine digits', { code: '123456789' }],
    ['no task', { scheduled_task: null }],
    ['a page to nobody', { action: 'page' }],
    ['a call to nobody', { action: 'call' }],
  ])('of %s is refused', async (_, body) => {
    const { id } = await task();
    expect((await write({ scheduled_task: id, ...body })).body).toMatchObject({ code: 400 });
  });

  test('conflicts with numbers of stations, and the other way round', async () => {
    const { id } = await task();
    const desk = await station(north, 'dialogue');
    const set = (body: object) => site.call('PATCH', `/v1/dialogue/${desk.id}`, { token: site.token, body });
    expect((await set({ call_number: '0771', dialogue_code: '00000772' })).body.code).toBe(200);
    for (const taken of ['0771', '00000772'])
      expect((await write({ code: taken, scheduled_task: id })).body).toMatchObject({
        code: 409,
        key: 'call.codeTaken',
        value: { fields: [{ path: 'code' }] },
      });
    const quick = await code({ code: '00000773', scheduled_task: id });
    for (const body of [{ call_number: quick.code }, { dialogue_code: quick.code }])
      expect((await set(body)).body).toMatchObject({ code: 409, key: 'common.duplicate' });
    const virtual = await site.post('/v1/virtual_caster', {
      name: 'V',
      call_number: quick.code,
      casters: [(await station()).id],
    });
    expect(virtual.body).toMatchObject({ code: 409, key: 'common.duplicate' });
    const sent = await send(site, site.token, 'dialogue', `code,call_number\n${desk.code},${quick.code}\n`);
    expect(faults(sent)).toEqual([`2 call_number “${quick.code}” already exists`]);
  });

  test('protects what it uses: its task, terminal, group and zone cannot be deleted', async () => {
    const [column, zone] = [await columns(), await site.zone(`Paged ${++n}`, north)];
    const bell = await task();
    const group = idOf(await site.post('/v1/device_group', { name: `G${n}`, device_ids: [column] }));
    const quick = await code({ scheduled_task: bell.id });
    const page = await code({ action: 'page', orgs: [zone], groups: [group], devices: [column] });
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
    expect(kept.message).toContain(`1 terminals or zones: ${page.code} ${page.name}`);
    const batch = await site.post('/v1/device/batch', { ids: [column], action: 'delete' });
    expect(batch.body.value).toMatchObject({ results: [{ id: column, ok: false, code: 409 }] });
    expect((await remove(`quick_code/${quick.id}`)).code).toBe(200);
    expect(await remove(`scheduled_task/${bell.id}`)).toMatchObject({ code: 200 });
  });

  test('lies in one zone with all that it reaches; accounts of other zones neither see nor change it', async () => {
    const token = await site.limited(`quick-south-${++n}`, south);
    const bell = await task(north);
    const quick = await code({ org: north, scheduled_task: bell.id });
    expect((await site.call('GET', `/v1/quick_code/${quick.id}`, { token })).body.code).toBe(404);
    const body = { name: 'X' };
    expect((await site.call('PATCH', `/v1/quick_code/${quick.id}`, { token, body })).body.code).toBe(404);
    expect((await write({ org: south, scheduled_task: bell.id }, token)).body.code).toBe(404);
    const wrong = await write({ org: south, scheduled_task: bell.id });
    expect(wrong.body).toMatchObject({ code: 999, key: 'alarm.outsideZone' });
    expect((await write({ org: south, action: 'page', orgs: [north] })).body.code).toBe(999);
    const stale = await site.call('PATCH', `/v1/quick_code/${quick.id}`, {
      token: site.token,
      body: { ...body, rev: 99 },
    });
    expect(stale.body).toMatchObject({ code: 409, key: 'common.conflict' });
    const listed = await site.call('GET', `/v1/quick_code?q=${quick.code}`, { token });
    expect(listed.body.value).toMatchObject({ total: 0 });
  });

  test('loses fields that do not belong to its new action', async () => {
    const column = await columns();
    const quick = await code({ scheduled_task: (await task()).id });
    const body = { action: 'page', devices: [column] };
    const changed = await site.call('PATCH', `/v1/quick_code/${quick.id}`, { token: site.token, body });
    expect(changed.body.value).toMatchObject({ ...body, scheduled_task: null });
    expect(row(quick.id)).toMatchObject({ action: 'page', scheduled_task: null });
  });
});
