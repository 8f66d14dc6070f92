import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PhoneCallLive } from '../../../contract/entities/site/phoneCall.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { PhoneListening } from '../../../server/edge/integrations/telephone/phoneListening.ts';
import { installed } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';
import { frequency } from '../../support/recording.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { type Caller, startCaller, VOICE_HZ } from './caller.ts';

/** docs/rules/telephone-system.md#a-phone-listens-to-a-zone */

const missing = installed('baresip', 'baresip-core');
const COUNTED_S = 0.5;

/** Pitch of the last half second that a telephone has heard, Hz; 0: too little. */
function pitchAt({ folder }: Caller): number {
  const name = readdirSync(folder).find((one) => one.endsWith('-dec.wav'));
  const bytes = name === undefined ? Buffer.alloc(0) : readFileSync(join(folder, name));
  if (bytes.length < 44) return 0;
  const [channels, rate] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  const count = Math.floor((bytes.length - 44) / 2 / channels);
  const first = count - rate * COUNTED_S;
  if (first < 0) return 0;
  const samples = Float32Array.from(
    { length: rate * COUNTED_S },
    (_, i) => bytes.readInt16LE(44 + (first + i) * 2 * channels) / 32_768,
  );
  return frequency(samples, rate);
}

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
    const callers: Caller[] = [];

    beforeAll(async () => {
      port = await freePort();
      site = await startAirSite({ env: { TELEPHONE_PORT: String(port), TELEPHONE_RTP_PORT: '0' } });
      const zone = await site.zone('House');
      hall = await site.adopted('HALL', zone);
      const { rows } = await site.database.pool.query("select id from account where code = 'admin'");
      const made = await site.post('/v1/integration', {
        ...{ name: 'Exchange', kind: 'telephone', url: 'sip:127.0.0.1', account: rows[0]?.id, org: zone },
        dial_plan: [
          { code: '1', action: 'page', zone },
          { code: '8', action: 'listen', zone },
        ],
        pins: { 1: '4711', 8: '4718' },
      });
      expect(made.body).toMatchObject({ code: 200 });
    });
    afterEach(async () => {
      for (const one of callers.splice(0)) await one.stop();
    });
    afterAll(() => site?.close());

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

    async function call(extension: string): Promise<Caller> {
      const caller = await startCaller('pcma', extension);
      callers.push(caller);
      let dialled = 0;
      const closed = () => caller.events.filter((event) => event === 'CALL_CLOSED').length;
      await expect
        .poll(() => {
          // The port is opened after the answer to the form: a call before that is refused.
          if (closed() >= dialled && dialled++ < 50) caller.command('dial', `sip:4001@127.0.0.1:${port}`);
          return caller.events;
        })
        .toContain('CALL_ESTABLISHED');
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
  },
);
