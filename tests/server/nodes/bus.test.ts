import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Medium } from '../../../server/platform/nodes/bus.types.ts';
import { openNats } from '../../../server/platform/nodes/nats.ts';
import { createBus } from '../../../server/platform/nodes/signedBus.ts';
import { serverCertificate } from '../../../server/start/listen/tls.ts';
import { installed } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import { MemoryNet } from './memoryMedium.ts';
import { type NatsServer, startNats } from './natsServer.ts';

const missing = installed('nats-server', 'nats-server');
let nats: NatsServer | undefined;
beforeAll(async () => {
  if (missing === null) nats = await startNats();
});
afterAll(() => nats?.stop());

const net = new MemoryNet();
const media: [name: string, reason: string | null, open: () => Medium][] = [
  ['in one process', null, () => net.open()],
  ['by NATS', missing, () => openNats(nats?.url ?? '', { changed() {}, failed() {} })],
];

for (const [name, reason, open] of media) {
  describe.skipIf(reason !== null)(`the bus ${name}${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
    /** Subject that no other test uses. */
    let subjects = 0;
    const subject = () => `test.${name.length}.${subjects++}`;
    const opened = () => {
      const medium = open();
      onTestFinished(() => medium.close());
      return medium;
    };
    const bus = (from: string, { secret = 'ours', now = Date.now } = {}) => {
      const count = { forged: 0, repeated: 0, old: 0 };
      const made = createBus(opened(), { secret, from, now, refused: (reason) => void count[reason]++ });
      return { ...made, refused: () => count };
    };

    it('brings messages in order to the other nodes, and not back', async () => {
      const [at, first, second] = [subject(), bus('first'), bus('second')];
      const heard: unknown[] = [];
      const own: unknown[] = [];
      first.subscribe(at, (body) => own.push(body));
      second.subscribe(at, (body, from) => heard.push([from, body]));
      await eventually(() => {
        first.publish(at, 'are you there?');
        expect(heard).not.toHaveLength(0);
      });
      heard.length = 0;
      for (const n of [1, 2, 3]) first.publish(at, { n });
      const numbers = [1, 2, 3].map((n) => ['first', { n }]);
      await eventually(() => expect(heard.slice(-3)).toEqual(numbers));
      expect(own).toEqual([]);
      expect(second.refused()).toEqual({ forged: 0, repeated: 0, old: 0 });
    });

    it('refuses what another system says, what is changed, repeated, old, or nothing', async () => {
      const [at, ours, theirs] = [subject(), bus('ours'), bus('theirs', { secret: 'theirs' })];
      const late = bus('late', { now: () => Date.now() - 61_000 });
      const wire = opened();
      const carried: string[] = [];
      const heard: unknown[] = [];
      const listener = bus('listener');
      listener.subscribe(at, (body) => heard.push(body));
      wire.subscribe(at, (text) => carried.push(text));
      await eventually(() => {
        ours.publish(at, 'true');
        expect([heard.length > 0, carried.length > 0]).toEqual([true, true]);
      });
      const [text = ''] = carried;
      heard.length = 0;
      theirs.publish(at, 'foreign');
      wire.publish(at, text.replace('true', 'fals'));
      wire.publish(at, 'not signed');
      wire.publish(at, '');
      wire.publish(at, text);
      late.publish(at, 'late');
      await eventually(() =>
        expect(listener.refused()).toMatchObject({ forged: expect.any(Number), repeated: 1 }),
      );
      await eventually(() => {
        if (listener.refused().old === 0) late.publish(at, 'late');
        expect(listener.refused().old).toBeGreaterThan(0);
      });
      await eventually(() => {
        if (listener.refused().forged < 4) theirs.publish(at, 'foreign');
        expect(listener.refused().forged).toBeGreaterThanOrEqual(4);
      });
      expect(heard.filter((one) => one !== 'true')).toEqual([]);
    });
  });
}

it.skipIf(missing !== null)(
  `NATS by TLS is reached by its IP address, with the right password only${missing ?? ''}`,
  async () => {
    const before = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(before));
    const server = await startNats(async (folder) => {
      const names = { dns: ['nats.example'], ip: ['127.0.0.1'] };
      const { cert, key } = await serverCertificate({ DATA_DIR: folder }, names);
      setDefaultCACertificates([...before, cert]);
      const [certFile, keyFile] = [join(folder, 'nats.pem'), join(folder, 'nats.key')];
      writeFileSync(certFile, cert);
      writeFileSync(keyFile, key);
      return ['--tls', '--tlscert', certFile, '--tlskey', keyFile, '--user', 'tocsin', '--pass', 'right'];
    });
    onTestFinished(() => server.stop());
    const told: string[] = [];
    const open = (password: string) => {
      const medium = openNats(server.url.replace('nats://', `tls://tocsin:${password}@`), {
        changed: (isOpen) => void told.push(`${password} ${isOpen}`),
        failed: (err) => void told.push(`${password} ${String(err)}`),
      });
      onTestFinished(() => medium.close());
    };
    open('right');
    await eventually(() => expect(told).toEqual(['right true']));
    open('wrong');
    // It is tried again, and each attempt is told.
    await eventually(() => expect(told.length).toBeGreaterThan(2));
    for (const line of told.slice(1)) expect(line).toMatch(/^wrong .*Authorization/);
  },
);
