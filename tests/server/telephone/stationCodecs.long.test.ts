import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CallLive } from '../../../contract/protocol/call.ts';
import { serverCertificate } from '../../../server/start/listen/tls.ts';
import { installed, installPackages } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { type Caller, dialIn, soundAt, startCaller, VOICE_HZ } from './caller.ts';
import { heardSound } from './heardHz.ts';
import { DESK_HZ, type Intercom, startIntercom } from './intercom.ts';
import { ASKED, Kamailio } from './kamailio.ts';
import { tlsModule } from './tlsModule.ts';

/** docs/rules/telephone-system.md#a-phone-as-a-call-station, with a registrar that asks for passwords, by TLS. */

const missing =
  installed('kamailio', 'kamailio') ??
  (tlsModule() ? null : installPackages('kamailio-tls-modules')) ??
  installed('baresip', 'baresip-core');

/** Level below which a tone is faint, dBFS; the desk says one of -9. */
const FAINT_DB = -20;
const POLL = { interval: 50, timeout: 30_000 };

describe.skipIf(missing !== null)(
  `with kamailio by TLS and baresip${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    const password = 'word-of-all';
    let site: AirSite;
    let registrar: Kamailio;
    let desk: Intercom;
    let phone: Caller | null = null;

    beforeAll(async () => {
      const port = await freePort();
      site = await startAirSite({
        env: { TELEPHONE_PORT: String(await freePort()), TELEPHONE_RTP_PORT: '0' },
      });
      const folder = site.deps.env.DATA_DIR;
      const { key, cert } = await serverCertificate({ DATA_DIR: folder });
      const files = { key: join(folder, 'registrar-key.pem'), cert: join(folder, 'registrar-cert.pem') };
      writeFileSync(files.key, key);
      writeFileSync(files.cert, cert);
      const certificate = new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase();
      registrar = new Kamailio(await freePort());
      await registrar.start(password, { port, ...files });
      const zone = await site.zone('House');
      const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
      const made = await site.post('/v1/integration', {
        ...{ name: 'Exchange', kind: 'telephone', secret: password, account: rows[0]?.id, org: zone },
        ...{ url: `sip:${ASKED}@127.0.0.1:${port};transport=tls`, certificate },
      });
      expect(made.body).toMatchObject({ code: 200 });
      const { id: integration } = made.body.value as { id: number };
      desk = await startIntercom(site, { integration, number: '300' }, zone);
      await eventually(() => site.liveOf('dialogue', desk.phone)?.online === true);
    });
    afterEach(() => phone?.stop());
    afterAll(async () => {
      await site?.close();
      await registrar?.close();
    });

    const calls = () => site.deps.live.topic<CallLive>('call').snapshot();
    /** Waits until both sides hear the tone of the other one, and not faintly. */
    async function bothHear(at: Caller): Promise<void> {
      const heard = (hz: number, soundOf: () => { hz: number; db: number }) =>
        expect
          .poll(() => {
            desk.say();
            const sound = soundOf();
            return Math.abs(sound.hz - hz) < 10 && sound.db > FAINT_DB ? 'heard' : sound;
          }, POLL)
          .toBe('heard');
      await heard(VOICE_HZ, () => heardSound(desk.client));
      await heard(DESK_HZ, () => soundAt(at));
    }

    test.each([
      ['pcmu', ''],
      ['g722', ''],
      ['opus', ''],
      ['pcma', 'srtp-mand'],
      ['opus', 'srtp-mand'],
    ])('a phone with %s %s is called and calls, and both hear each other', async (codec, encryption) => {
      phone = await startCaller(codec, '300', { encryption, registrar: { port: registrar.port, password } });
      const own = phone;
      // It is refused until the phone is registered.
      await eventually(() => {
        if (calls().length === 0) desk.client.send({ type: 'call.dial', number: '7300' });
        return own.events.includes('CALL_INCOMING');
      });
      own.command('accept');
      await expect.poll(calls, POLL).toMatchObject([{ state: 'talking', callees: [desk.phone] }]);
      await bothHear(own);
      own.command('hangup');
      await expect.poll(calls, POLL).toEqual([]);

      desk.client.frames.length = 0;
      await dialIn(own, `sip:${ASKED}@127.0.0.1:${registrar.port}`);
      own.press('7301#');
      await expect.poll(calls, POLL).toMatchObject([{ state: 'ringing', caller: desk.phone }]);
      desk.client.send({ type: 'call.answer', call: calls()[0]?.id ?? 0 });
      await bothHear(own);
      desk.client.send({ type: 'call.hangup', call: calls()[0]?.id ?? 0 });
      await expect.poll(calls, POLL).toEqual([]);
    });
  },
);
