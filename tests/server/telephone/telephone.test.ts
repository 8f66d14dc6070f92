import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { installed } from '../../support/debian.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { freePort } from '../foreign/sipPhones.ts';
import { type Caller, startCaller, VOICE_HZ } from './caller.ts';
import { heardHz } from './heardHz.ts';
import { Kamailio } from './kamailio.ts';

/** docs/rules/telephone-system.md; registrar and telephone are implementations that are not ours. */

const missing = installed('kamailio', 'kamailio') ?? installed('baresip', 'baresip-core');

describe.skipIf(missing !== null)(
  `with kamailio and baresip${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    let site: AirSite;
    let registrar: Kamailio;
    let zone: number;
    let plan: number;
    let id: number;
    let hall: Awaited<ReturnType<AirSite['adopted']>>;
    const callers: Caller[] = [];
    const pins = { 1: '4711', 2: '4712', 3: '4713', 4: '4714' };

    beforeAll(async () => {
      registrar = new Kamailio(await freePort());
      await registrar.start('secret');
      site = await startAirSite({
        env: { TELEPHONE_PORT: String(await freePort()), TELEPHONE_RTP_PORT: '0' },
      });
      zone = await site.zone('House');
      hall = await site.adopted('HALL', zone);
      const make = async (path: string, body: object) =>
        ((await site.post(path, { org: zone, ...body })).body.value as { id: number }).id;
      const task = await make('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
      plan = await make('/v1/alarm_plan', { name: 'Fire', linkage_task_ids: [task] });
      const file = await site.file('Gong', 60);
      const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
      const made = await site.post('/v1/integration', {
        ...{ name: 'Exchange', kind: 'telephone', secret: 'wrong', account: rows[0]?.id, pins },
        url: `sip:4001@127.0.0.1:${registrar.port}`,
        dial_plan: [
          { code: '1', action: 'page', zone },
          { code: '2', action: 'message', zone, file },
          { code: '3', action: 'start_alarm', alarm_plan: plan },
          { code: '4', action: 'stop_alarm', alarm_plan: plan },
        ],
      });
      expect(made.body).toMatchObject({ code: 200, message: expect.anything() });
      id = (made.body.value as { id: number }).id;
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
    const tasks = () => site.deps.live.topic<BroadcastLive>('task').snapshot();
    const alarm = () =>
      site.deps.live
        .topic<AlarmLive & { org: number }>('alarm')
        .snapshot()
        .find(({ plan_id }) => plan_id === plan);
    const registered = () => expect.poll(async () => (await row()).last_at).not.toBeNull();

    async function call(codec = 'pcma', dialled = '4001'): Promise<Caller> {
      const caller = await startCaller(codec, '200');
      callers.push(caller);
      caller.command('dial', `sip:${dialled}@127.0.0.1:${registrar.port}`);
      await expect.poll(() => caller.events).toContain('CALL_ESTABLISHED');
      return caller;
    }

    test('an extension is registered by its password, which is not shown again', async () => {
      await expect.poll(async () => (await row()).last_error).toContain('registrarRefused');
      expect(faults().map(({ params }) => params.name)).toEqual(['Exchange']);
      await patch({ secret: 'secret' });
      await registered();
      await expect.poll(faults).toEqual([]);
      const text = JSON.stringify(await row());
      for (const hidden of ['secret"', ...Object.values(pins)]) expect(text).not.toContain(hidden);
      const { rows } = await site.database.pool.query('select before, after from audit');
      for (const hidden of Object.values(pins)) expect(JSON.stringify(rows)).not.toContain(hidden);
    });

    test.each(['pcmu', 'pcma', 'g722', 'opus'])(
      'a page by %s is heard in its zone until the caller hangs up',
      async (codec) => {
        await registered();
        const caller = await call(codec);
        hall.client.frames.length = 0;
        caller.press('1#4711#');
        await expect.poll(tasks).toMatchObject([{ task_type: 4, targets: 1, started_by: expect.anything() }]);
        await expect.poll(() => Math.abs(heardHz(hall.client) - VOICE_HZ)).toBeLessThan(10);
        caller.command('hangup');
        await expect.poll(tasks).toEqual([]);
        expect(alarm()).toBeUndefined();
      },
    );

    test('a code starts and stops an alarm plan, and plays a message; a wrong PIN does nothing', async () => {
      await registered();
      const first = await call();
      first.press('3#9999#');
      await expect
        .poll(
          async () =>
            (await site.database.pool.query("select code from audit where action = 'login_failed'")).rows,
        )
        .not.toEqual([]);
      expect(alarm()).toBeUndefined();
      first.command('hangup');

      const second = await call();
      second.press('3#4713#');
      await expect
        .poll(alarm)
        .toMatchObject({ origin: { kind: 'manual', text: expect.stringContaining('200') } });
      await expect.poll(() => second.events).toContain('CALL_CLOSED');
      const third = await call();
      third.press('4#4714#');
      await expect.poll(alarm).toBeUndefined();
      const fourth = await call();
      fourth.press('2#4712#');
      await expect.poll(tasks).toMatchObject([{ name: expect.stringContaining('Exchange'), targets: 1 }]);
      const { rows } = await site.database.pool.query(
        "select after from audit where action = 'dial' and entity_id = $1 order by id",
        [id],
      );
      expect(rows.map(({ after }) => [after.code, after.done])).toContainEqual(['3', true]);
    });

    test('a caller who has entered too many wrong PINs is refused with the right one', async () => {
      await registered();
      for (let n = 0; n < 2; n++) {
        const caller = await call();
        caller.press('1#1111#');
        await expect.poll(() => caller.events).toContain('CALL_CLOSED');
      }
      const last = await call();
      last.press('1#4711#');
      await expect.poll(() => last.events).toContain('CALL_CLOSED');
    });

    test('the extension is removed when its integration is switched off', async () => {
      await registered();
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
