import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Registration,
  type RegistrationState,
  registrationTimes,
} from '../../../server/platform/sip/registration.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { serverCertificate } from '../../../server/start/listen/tls.ts';
import { installed, installPackages } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';
import { Kamailio } from './kamailio.ts';
import { tlsModule } from './tlsModule.ts';

/** docs/rules/telephone-system.md#an-extension-is-registered-while-its-integration-is-enabled; by TLS. */

const missing =
  installed('kamailio', 'kamailio') ?? (tlsModule() ? null : installPackages('kamailio-tls-modules'));

describe.skipIf(missing !== null)(
  `with kamailio by TLS${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'registrar-tls-'));
    const agent = new UserAgent({ port: 0, name: 'Test', log: { warn: () => undefined } });
    let registrar: Kamailio;
    let port: number;
    let own: string;

    beforeAll(async () => {
      const { key, cert } = await serverCertificate({ DATA_DIR: folder });
      const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
      writeFileSync(files.key, key);
      writeFileSync(files.cert, cert);
      own = new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase();
      port = await freePort();
      registrar = new Kamailio(await freePort());
      await registrar.start('word', { port, ...files });
    });
    afterAll(async () => {
      agent.close();
      await registrar?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test.each([
      ['word', 'its own', { kind: 'registered' }],
      ['wrong', 'its own', { kind: 'refused', status: 401 }],
      ['word', 'another', { kind: 'lost', error: 'ECERTIFICATE' }],
      // It has signed its certificate itself.
      ['word', 'a trusted', { kind: 'lost', error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ])(
      'an extension with the password %s, and %s certificate expected',
      async (password, expected, state) => {
        const states: RegistrationState[] = [];
        const place = {
          user: '4001',
          host: '127.0.0.1',
          port,
          protocol: 'tls',
          times: registrationTimes,
          certificate: { 'its own': own, another: 'ab'.repeat(32) }[expected] ?? '',
        } as const;
        const registration = new Registration(agent, { ...place, password }, (one) => states.push(one));
        await expect.poll(() => states[0]).toMatchObject(state);
        expect(await registration.now()).toMatchObject(state);
        await registration.end();
      },
    );
  },
);
