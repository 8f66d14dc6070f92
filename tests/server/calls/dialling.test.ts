import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DialLimit } from '../../../server/air/calls/dialling.ts';
import { idOf, type QuickCodeSite, startQuickCodeSite } from './quickCodeSite.ts';

let site: QuickCodeSite;
beforeAll(async () => {
  site = await startQuickCodeSite();
});
afterEach(() => site.clear());
afterAll(() => site.close());

describe('dialling a code', () => {
  test('starts its task and, dialled again, stops it; the logs name the station', async () => {
    await site.column();
    const bell = await site.task();
    const quick = await site.code({ code: '0012', scheduled_task: bell.id });
    const { client, dial, code: from } = await site.station();
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
    expect(site.running(bell.id)?.row).toMatchObject({
      operator_code: from,
      device_code: from,
      gpio_code: '',
    });
    await expect
      .poll(() => site.row(quick.id))
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
    expect(site.running(bell.id)).toBeUndefined();
    await expect.poll(() => site.saved(bell.id)?.state).toBe(null);
    expect(site.row(quick.id)).toMatchObject({ last_outcome: 'stopped', running: false });
    const audited = async () => {
      const { rows } = await site.database.pool.query(
        "select account_code, after from audit where entity = 'quick_code' and action = 'dial' and entity_id = $1 order by id",
        [quick.id],
      );
      return rows;
    };
    await expect.poll(audited).toMatchObject([
      { account_code: from, after: { code: '0012', done: 'started', scheduled_task: bell.id } },
      { account_code: from, after: { done: 'stopped' } },
    ]);
  });

  test('reports that its task runs already, if the code does not stop it', async () => {
    await site.column();
    const bell = await site.task();
    const quick = await site.code({ scheduled_task: bell.id, again: 'refuse' });
    expect((await site.post(`/v1/scheduled_task/${bell.id}/start`, {})).body.code).toBe(200);
    const { client, dial } = await site.station();
    dial(quick.code);
    const refusal = await client.next('call.state');
    expect(refusal).toMatchObject({ reason: 'failed' });
    expect(refusal.message).toContain(bell.name);
    expect(site.running(bell.id)).toBeDefined();
  });

  test('reports that a higher broadcast is on the air at its targets', async () => {
    const column = await site.column();
    const bell = await site.task(site.north, { orgs: [], devices: [column], priority: 1 });
    const quick = await site.code({ scheduled_task: bell.id });
    const high = await site.task(site.north, { orgs: [], devices: [column], priority: 90 });
    expect((await site.post(`/v1/scheduled_task/${high.id}/start`, {})).body.code).toBe(200);
    const { client, dial } = await site.station();
    dial(quick.code);
    expect(await client.next('call.state')).toMatchObject({
      reason: 'started',
      message: expect.stringContaining('higher priority'),
    });
  });

  test('starts a talk of the station to its targets, which the station ends', async () => {
    const column = await site.column();
    const quick = await site.code({ action: 'page', devices: [column] });
    const { client, dial, code: from } = await site.station();
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
    const [from, desk] = [await site.station(), await site.station(site.north, 'dialogue')];
    const quick = await site.code({ action: 'call', station: desk.id });
    from.dial(quick.code);
    expect(await desk.client.next('call.state')).toMatchObject({
      state: 'ringing',
      peer: { name: from.code },
    });
    const calling = await from.client.next('call.state');
    expect(calling).toMatchObject({ state: 'calling', peer: { name: desk.code, number: quick.code } });
    expect(site.row(quick.id)?.last_outcome).toBe('call');
    from.client.send({ type: 'call.hangup', call: calling.call });
    await from.client.next('call.state');
    const member = await site.station();
    const body = { name: 'Porter', call_number: String(8000 + site.next()), casters: [member.id] };
    const virtual = idOf(await site.post('/v1/virtual_caster', body));
    const porter = await site.code({ action: 'call', virtual_caster: virtual });
    from.dial(porter.code);
    expect(await member.client.next('call.state')).toMatchObject({ state: 'ringing' });
    const gone = await site.call('DELETE', `/v1/virtual_caster/${virtual}`, { token: site.token });
    expect(gone.body).toMatchObject({ code: 409, key: 'common.inUse' });
    expect(gone.body.message).toContain(`${porter.code} ${porter.name}`);
  });

  test('does nothing where the station may not be heard, or while it is disabled', async () => {
    await Promise.all([site.column(), site.column(site.south)]);
    const far = await site.task(site.south);
    const [bell, page, off] = [
      await site.code({ scheduled_task: far.id }),
      await site.code({ action: 'page', orgs: [site.south] }),
      await site.code({ scheduled_task: (await site.task()).id, activated: false }),
    ];
    const { client, dial } = await site.station();
    for (const [{ code: digits }, text] of [
      [bell, 'outside the zones'],
      [page, 'outside the zones'],
      [off, 'is disabled'],
    ] as const) {
      dial(digits);
      const refusal = await client.next('call.state');
      expect(refusal).toMatchObject({ state: 'ended', reason: 'denied' });
      expect(refusal.message).toContain(text);
    }
    expect(site.running(far.id)).toBeUndefined();
    expect(site.row(bell.id)?.last_outcome).toBe('denied');
  });

  test('is refused to stations whose account does not reach those zones', async () => {
    await Promise.all([site.column(), site.column(site.south)]);
    const wide = await site.code({ scheduled_task: (await site.task(site.south)).id });
    const { client, id, dial } = await site.station(site.south);
    const patched = await site.call('PATCH', `/v1/caster/${id}`, {
      token: site.token,
      body: { orgs: [site.north] },
    });
    expect(patched.body.code).toBe(200);
    dial(wide.code);
    expect(await client.next('call.state')).toMatchObject({ reason: 'denied' });
  });
});

test('a station that dials endlessly is refused after ten codes', () => {
  const limit = new DialLimit();
  const taken = Array.from({ length: 12 }, () => limit.take(1, 0));
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(limit.take(2, 0)).toBe(true);
  expect(limit.take(1, 1_000)).toBe(true);
  expect(limit.take(1, 1_000)).toBe(false);
});
