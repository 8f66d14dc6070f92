import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PhoneCallLive } from '../../../contract/entities/site/phoneCall.ts';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { CallLive } from '../../../contract/protocol/call.ts';
import { PhoneListening } from '../../../server/edge/integrations/telephone/phoneListening.ts';
import { installed } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { type Caller, dialIn, pitchAt, startCaller, VOICE_HZ } from './caller.ts';
import { heardHz } from './heardHz.ts';
import { DESK_HZ, type Intercom, startIntercom } from './intercom.ts';

/** docs/rules/telephone-system.md#a-phone-listens-to-a-zone */

const missing = installed('baresip', 'baresip-core');
const POLL = { interval: 20, timeout: 20_000 };

test.each([
  ['the right to listen in', new Set<never>(), { all: true } as const],
  ['the zone', new Set(['operate_listen_in']), { ids: new Set([2]) }],
])('an account without %s hears nothing', (_, permissions, scope) => {
  const by = { caller: { permissions, scope }, ip: '' } as never;
  const events = { packet: () => undefined, playing: () => undefined, over: () => undefined };
  expect(() => new PhoneListening({} as never, by, 1, events)).toThrow('permission');
});

describe.skipIf(missing !== null)(
  `with baresip${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    let site: AirSite;
    let port: number;
    let hall: Awaited<ReturnType<AirSite['adopted']>>;
    /** Phone of the telephone system that is a call station. */
    let phone: Caller;
    let desk: Intercom;
    const callers: Caller[] = [];

    beforeAll(async () => {
      port = await freePort();
      phone = await startCaller('g722', '300');
      site = await startAirSite({ env: { TELEPHONE_PORT: String(port), TELEPHONE_RTP_PORT: '0' } });
      const zone = await site.zone('House');
      hall = await site.adopted('HALL', zone);
      const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
      const made = await site.post('/v1/integration', {
        ...{ name: 'Exchange', kind: 'telephone', account: rows[0]?.id, org: zone },
        url: `sip:127.0.0.1:${phone.port}`,
        dial_plan: [
          { code: '1', action: 'page', zone },
          { code: '8', action: 'listen', zone },
        ],
        pins: { 1: '4711', 8: '4718' },
      });
      expect(made.body).toMatchObject({ code: 200 });
      const { id: integration } = made.body.value as { id: number };
      const branch = { name: 'Branch', kind: 'telephone', account: rows[0]?.id, org: zone };
      const place = { url: 'sip:4009@127.0.0.1:1', peers: ['127.0.0.1'] };
      expect((await site.post('/v1/integration', { ...branch, ...place })).body.code).toBe(200);
      desk = await startIntercom(site, { integration, number: '300' }, zone);
    });
    afterEach(async () => {
      for (const one of callers.splice(0)) await one.stop();
    });
    afterAll(async () => {
      await phone?.stop();
      await site?.close();
    });

    const results = () =>
      site.deps.live
        .topic<PhoneCallLive>('phone_call')
        .snapshot()
        .map(({ caller, result }) => `${caller}: ${result}`);
    const listenersOf = () =>
      site.deps.live
        .topic<{ id: number; org: number; listeners: number }>('device')
        .snapshot()
        .find(({ id }) => id === hall.id)?.listeners;

    async function call(extension: string, dialled = '4001'): Promise<Caller> {
      const caller = await startCaller('opus', extension);
      callers.push(caller);
      await dialIn(caller, `sip:${dialled}@127.0.0.1:${port}`);
      return caller;
    }

    test('a zone that plays nothing is silent; what it plays then is heard, and # asks for another code', async () => {
      const listener = await call('200');
      listener.press('8#4718#');
      await expect.poll(results).toEqual(['200: silent']);
      expect(listenersOf()).toBe(0);

      const speaker = await call('201');
      speaker.press('1#4711#');
      const played = () => {
        const stream = site.deps.live.topic<BroadcastLive>('task').snapshot()[0]?.id ?? 0;
        hall.client.report({ state: 'playing', stream, level_db: -20, volume: 80 });
        return results();
      };
      await expect.poll(played, { interval: 200 }).toContain('200: listening');
      expect(listenersOf()).toBe(1);
      await expect.poll(() => Math.abs(pitchAt(listener) - VOICE_HZ)).toBeLessThan(10);

      listener.press('#8#9999#');
      await expect.poll(results).toContain('200: wrong_pin');
      expect(listenersOf()).toBe(0);
      const { rows } = await site.database.pool.query(
        "select action, entity_id from audit where action like 'listen%' order by id",
      );
      expect(rows).toEqual(['listen', 'listen_end'].map((action) => ({ action, entity_id: hall.id })));
    });

    const calls = () => site.deps.live.topic<CallLive>('call').snapshot();
    /** Terminals from and to which the last recording of a type is. */
    const recorded = (type: string) => async () => {
      const listed = await site.call('GET', `/v1/record_file?recordType=${type}`, { token: site.token });
      const [row] = (listed.body.value as { rows: RecordFile[] }).rows;
      return [row?.callerId, row?.calleeId];
    };
    const heardAtDesk = () => {
      desk.say();
      return Math.abs(heardHz(desk.client) - VOICE_HZ);
    };
    const heardAtPhone = (at: Caller) => {
      desk.say();
      return Math.abs(pitchAt(at) - DESK_HZ);
    };

    test('a phone is a call station: it rings, is answered, both hear each other, and it hangs up', async () => {
      await expect.poll(() => site.liveOf('dialogue', desk.phone)?.online).toBe(true);
      desk.client.send({ type: 'call.dial', number: '7300' });
      await expect.poll(() => phone.events).toContain('CALL_INCOMING');
      expect(calls()).toMatchObject([{ state: 'ringing', caller: desk.id, callees: [desk.phone] }]);
      phone.command('accept');
      await expect.poll(calls).toMatchObject([{ state: 'talking', callees: [desk.phone] }]);
      await expect.poll(heardAtDesk, POLL).toBeLessThan(10);
      await expect.poll(() => heardAtPhone(phone), POLL).toBeLessThan(10);
      phone.command('hangup');
      await expect.poll(calls).toEqual([]);
      await expect.poll(recorded('call')).toEqual([desk.id, desk.phone]);
    });

    test('a call is ended by the other station, refused by the phone, and given up by the caller', async () => {
      const closed = () => phone.events.filter((event) => event === 'CALL_CLOSED').length;
      const incoming = () => phone.events.filter((event) => event === 'CALL_INCOMING').length;
      const before = closed();
      for (const [n, end] of (['accept', 'hangup', ''] as const).entries()) {
        const rung = incoming();
        desk.client.send({ type: 'call.dial', number: '7300' });
        await expect.poll(incoming).toBe(rung + 1);
        const [call] = calls();
        if (end !== '') phone.command(end);
        if (end === 'accept') await expect.poll(calls).toMatchObject([{ state: 'talking' }]);
        if (end !== 'hangup') desk.client.send({ type: 'call.hangup', call: call?.id ?? 0 });
        await expect.poll(closed).toBe(before + n + 1);
        await expect.poll(calls).toEqual([]);
      }
    });

    test.each([
      ['its telephone system', '4001'],
      ['another one of the same address', '4009'],
    ])('a phone that is a station calls another one without a PIN by %s', async (_, dialled) => {
      const caller = await call('300', dialled);
      caller.press('7301#');
      await expect.poll(calls).toMatchObject([{ state: 'ringing', caller: desk.phone, callees: [desk.id] }]);
      desk.client.send({ type: 'call.answer', call: calls()[0]?.id ?? 0 });
      await expect.poll(calls).toMatchObject([{ state: 'talking' }]);
      await expect.poll(heardAtDesk, POLL).toBeLessThan(10);
      await expect.poll(() => heardAtPhone(caller), POLL).toBeLessThan(10);
      expect(results()).toContain('300: talking');
      desk.client.send({ type: 'call.hangup', call: calls()[0]?.id ?? 0 });
      await expect.poll(() => caller.events).toContain('CALL_CLOSED');
      expect(results()).toContain('300: done');
    });

    test('a caller that is no station is asked for a PIN by the number of a station', async () => {
      const caller = await call('200');
      caller.press('7301#9999#');
      await expect.poll(results).toContain('200: wrong_pin');
      expect(calls()).toEqual([]);
    });

    test('a phone is rung from the console, and its user speaks to zones until hanging up', async () => {
      const status = () => site.liveOf('dialogue', desk.phone)?.status?.state;
      const tasks = () => site.deps.live.topic<BroadcastLive>('task').snapshot();
      const order = { targets: { devices: [hall.id] } };
      const page = (token = site.token) => site.post(`/v1/dialogue/${desk.phone}/page`, order, token);
      const rung = () => phone.events.filter((event) => event === 'CALL_INCOMING').length;
      const before = rung();
      // The page of a phone that was switched off ends after a while.
      await expect.poll(tasks).toEqual([]);
      expect((await page()).body.code).toBe(200);
      await expect.poll(rung).toBe(before + 1);
      expect(status()).toBe('ringing');
      expect((await page()).body.key).toBe('call.end.busy');
      expect(tasks()).toEqual([]);
      hall.client.frames.length = 0;
      phone.command('accept');
      await expect.poll(tasks).toMatchObject([{ task_type: 4, targets: 1 }]);
      await expect.poll(() => Math.abs(heardHz(hall.client) - VOICE_HZ)).toBeLessThan(10);
      expect(status()).toBe('paging');
      desk.client.send({ type: 'call.dial', number: '7300' });
      await expect.poll(() => desk.client.heard.at(-1)).toMatchObject({ state: 'ended', reason: 'busy' });
      phone.command('hangup');
      await expect.poll(tasks).toEqual([]);
      await expect.poll(status).toBe('idle');
      await expect.poll(recorded('page')).toEqual([desk.phone, hall.id]);
    });

    test('a phone that is rung to speak is given up, and needs rights', async () => {
      const path = `/v1/dialogue/${desk.phone}`;
      const closed = () => phone.events.filter((event) => event === 'CALL_CLOSED').length;
      const before = closed();
      const order = { targets: { devices: [hall.id] } };
      expect((await site.post(`${path}/page`, order)).body.code).toBe(200);
      await expect.poll(() => phone.events.at(-1)).toBe('CALL_INCOMING');
      expect((await site.post(`${path}/hang_up`, {})).body.code).toBe(200);
      await expect.poll(closed).toBe(before + 1);
      const zone = await site.zone('Far');
      expect((await site.post(`${path}/page`, order, await site.limited('far', zone))).status).toBe(404);
      const guard = await site.limited('guard', site.top(), 'emergency');
      expect((await site.post(`${path}/page`, order, guard)).status).toBe(403);
    });

    test('a phone is added to a telephone system that its account sees, once, and stays in it', async () => {
      const limited = await site.limited('elsewhere', await site.zone('Elsewhere'));
      const row = (await site.call('GET', `/v1/dialogue/${desk.phone}`, { token: site.token })).body
        .value as {
        phone: { integration: number; number: string };
        last_login_time: number | null;
      };
      // Stored, so that a phone that is away after a restart is missed.
      expect(row.last_login_time).not.toBe(null);
      const add = (body: object, token: string) =>
        site.post('/v1/dialogue/phone', { name: 'Phone', org: null, ...body }, token);
      const { phone: place } = row;
      expect((await add({ phone: { ...place, number: '301' } }, limited)).status).toBe(404);
      expect((await add({ phone: place }, site.token)).body.key).toBe('terminal.phoneTaken');
      const patch = (body: object) =>
        site.call('PATCH', `/v1/dialogue/${desk.phone}`, { token: site.token, body });
      expect((await patch({ phone: null })).body.key).toBe('terminal.otherTelephone');
      expect((await patch({ phone: { ...place, integration: 999 } })).body.key).toBe(
        'terminal.otherTelephone',
      );
    });
  },
);
