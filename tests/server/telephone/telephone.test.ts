import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PhoneCallLive, PhoneTest } from '../../../contract/entities/site/phoneCall.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { installed } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { type Caller, startCaller, VOICE_HZ } from './caller.ts';
import { heardHz } from './heardHz.ts';
import { Kamailio } from './kamailio.ts';
import { dialBySipp } from './sippCaller.ts';

/** docs/rules/telephone-system.md; registrar and telephone are implementations that are not ours. */

const missing =
  installed('kamailio', 'kamailio') ??
  installed('baresip', 'baresip-core') ??
  installed('sipp', 'sip-tester');

describe.skipIf(missing !== null)(
  `with kamailio and baresip${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    let site: AirSite;
    let registrar: Kamailio;
    let zone: number;
    let plan: number;
    let port: number;
    let id: number;
    let hall: Awaited<ReturnType<AirSite['adopted']>>;
    const callers: Caller[] = [];
    const password = 'word-of-4001';
    const pins = { 1: '4711', 2: '4712', 3: '4713', 4: '4714', 5: '4715', 6: '4716', 7: '4717' };

    beforeAll(async () => {
      registrar = new Kamailio(await freePort());
      await registrar.start(password);
      port = await freePort();
      site = await startAirSite({
        env: { TELEPHONE_PORT: String(port), TELEPHONE_RTP_PORT: '0' },
      });
      zone = await site.zone('House');
      hall = await site.adopted('HALL', zone);
      const make = async (path: string, body: object) =>
        ((await site.post(path, { org: zone, ...body })).body.value as { id: number }).id;
      const task = await make('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
      plan = await make('/v1/alarm_plan', { name: 'Fire', linkage_task_ids: [task] });
      const file = await site.file('Gong', 60);
      const bell = await make('/v1/scheduled_task', {
        ...{ name: 'Bell', audio_source: 0, files: [file], orgs: [zone] },
        ...{ schedule_day: 3, start_date: '2026-01-01', start_time: '08:00' },
      });
      const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
      const made = await site.post('/v1/integration', {
        ...{ name: 'Exchange', kind: 'telephone', secret: password, account: rows[0]?.id, pins },
        url: `sip:4001@127.0.0.1:${registrar.port}`,
        dial_plan: [
          { code: '1', action: 'page', zone },
          { code: '2', action: 'message', zone, file },
          { code: '3', action: 'start_alarm', alarm_plan: plan },
          { code: '4', action: 'stop_alarm', alarm_plan: plan },
          { code: '5', action: 'all_call' },
          { code: '6', action: 'start_task', scheduled_task: bell },
          { code: '7', action: 'stop_task', scheduled_task: bell },
        ],
      });
      expect(made.body).toMatchObject({ code: 200 });
      id = (made.body.value as { id: number }).id;
      await eventually(async () => expect((await row()).last_at).not.toBeNull());
    });
    afterEach(async () => {
      for (const one of callers.splice(0)) await one.stop();
    });
    afterAll(async () => {
      await site?.close();
      await registrar?.close();
    });

    const row = async () =>
      (await site.call('GET', `/v1/integration/${id}`, { token: site.token })).body.value as {
        last_error: string;
        last_at: number | null;
      };
    const patch = (body: object) => site.call('PATCH', `/v1/integration/${id}`, { token: site.token, body });
    const faults = () =>
      site.deps.live
        .topic<Fault & { org: number }>('fault')
        .snapshot()
        .filter(({ kind }) => kind === 'integration');
    const logged = () => site.deps.live.topic<PhoneCallLive>('phone_call').snapshot();
    const tested = async () => (await site.post(`/v1/integration/${id}/test`, {})).body.value as PhoneTest;
    const tasks = () => site.deps.live.topic<BroadcastLive>('task').snapshot();
    const alarm = () =>
      site.deps.live
        .topic<AlarmLive & { org: number }>('alarm')
        .snapshot()
        .find(({ plan_id }) => plan_id === plan);

    async function call(codec = 'pcma', encryption = ''): Promise<Caller> {
      const caller = await startCaller(codec, '200', { encryption });
      callers.push(caller);
      caller.command('dial', `sip:4001@127.0.0.1:${registrar.port}`);
      await expect.poll(() => caller.events).toContain('CALL_ESTABLISHED');
      return caller;
    }

    test('an extension is registered by its password, which is not shown again', async () => {
      await patch({ secret: 'wrong' });
      await expect.poll(async () => (await row()).last_error).toContain('registrarRefused');
      expect(faults().map(({ params }) => params.name)).toEqual(['Exchange']);
      expect(await tested()).toMatchObject({ result: 'failed', status: 401 });
      await patch({ secret: password });
      await expect.poll(faults).toEqual([]);
      expect(await tested()).toMatchObject({ result: 'registered', status: 200, error: '' });
      const text = JSON.stringify(await row());
      for (const hidden of [password, ...Object.values(pins)]) expect(text).not.toContain(hidden);
      const { rows } = await site.database.pool.query('select before, after from audit');
      for (const hidden of Object.values(pins)) expect(JSON.stringify(rows)).not.toContain(hidden);
    });

    test.each([
      ['pcmu', ''],
      ['pcma', 'srtp-mand'],
      ['g722', ''],
      ['opus', ''],
    ])('a page by %s %s is heard in its zone until the caller hangs up', async (codec, encryption) => {
      const caller = await call(codec, encryption);
      hall.client.frames.length = 0;
      caller.press('1#4711#');
      await expect.poll(tasks).toMatchObject([{ task_type: 4, targets: 1, started_by: expect.anything() }]);
      await expect.poll(() => Math.abs(heardHz(hall.client) - VOICE_HZ)).toBeLessThan(10);
      const played = () => {
        hall.client.report({ state: 'playing', stream: tasks()[0]?.id ?? 0, level_db: -20, volume: 80 });
        return logged().at(-1)?.result;
      };
      await expect.poll(played, { interval: 200 }).toBe('heard');
      caller.command('hangup');
      await expect.poll(tasks).toEqual([]);
      const listed = { caller: '200', code: '1', action: 'page', result: 'done' };
      await expect
        .poll(() => logged().at(-1))
        .toMatchObject({ ...listed, account: expect.stringMatching(/./), length_s: expect.anything() });
      expect(alarm()).toBeUndefined();
    });

    test('a code starts and stops an alarm plan, and plays a message', async () => {
      const first = await call();
      first.press('3#4713#');
      await expect.poll(alarm).toMatchObject({ origin: { kind: 'manual', by: expect.anything() } });
      await expect.poll(() => first.events).toContain('CALL_CLOSED');
      const second = await call();
      second.press('4#4714#');
      await expect.poll(alarm).toBeUndefined();
      const third = await call();
      third.press('2#4712#');
      await expect.poll(tasks).toMatchObject([{ name: 'Exchange · 200', targets: 1 }]);
      await site.act(tasks()[0]?.id ?? 0, 'stop');
      const dialled = async () => {
        const { rows } = await site.database.pool.query(
          "select account_code, after from audit where action = 'dial' and entity = 'integration' order by id",
        );
        return rows.map(({ account_code, after }) => [account_code, after.code, after.caller, after.done]);
      };
      await expect.poll(dialled).toEqual(
        expect.arrayContaining([
          ['admin', '3', '200', true],
          ['admin', '4', '200', true],
          ['admin', '2', '200', true],
        ]),
      );
    });

    test('a code starts a saved task, and another one stops it', async () => {
      const first = await call();
      first.press('6#4716#');
      await expect.poll(tasks).toMatchObject([{ name: 'Bell', targets: 1 }]);
      const second = await call();
      second.press('7#4717#');
      await expect.poll(tasks).toEqual([]);
      // The broadcast ends before the call knows that it is done.
      await expect
        .poll(() => logged().at(-1))
        .toMatchObject({ code: '7', action: 'stop_task', result: 'done' });
    });

    test('digits in messages of another program make an all-call, which nobody hears without sound', async () => {
      await dialBySipp(port, '300', '5#4715#');
      await expect
        .poll(() => logged().at(-1))
        .toMatchObject({ caller: '300', code: '5', action: 'all_call', result: 'nobody' });
      await expect.poll(tasks).toEqual([]);
    });

    test('a wrong PIN does nothing, and is logged', async () => {
      const caller = await call();
      caller.press('3#9999#');
      const wrong = async () => {
        // Otherwise they are stored after a minute without another.
        await site.deps.failedLogins.close();
        const { rows } = await site.database.pool.query(
          "select entity_id, after from audit where action = 'login_failed' and entity = 'integration'",
        );
        return rows.map(({ entity_id, after }) => [entity_id, after.code]);
      };
      await expect.poll(wrong).toEqual([[id, '200']]);
      expect(logged().at(-1)).toMatchObject({ result: 'wrong_pin', code: '', action: null });
      expect(alarm()).toBeUndefined();
    });

    test('the extension is removed when its integration is switched off', async () => {
      await patch({ enabled: false });
      const caller = await startCaller('pcma', '200');
      callers.push(caller);
      await expect
        .poll(async () => {
          caller.command('dial', `sip:4001@127.0.0.1:${registrar.port}`);
          return caller.events;
        })
        .toContain('CALL_CLOSED');
      expect(caller.events).not.toContain('CALL_ESTABLISHED');
    });
  },
);
