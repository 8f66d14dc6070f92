import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RelayClock } from '../../../relay/server/relayClock.ts';
import { SiteFallback } from '../../../relay/site/siteFallback.ts';
import { makePrivateKey, publicKeyOf } from '../../../server/platform/machines/machineKeys.ts';
import {
  isProvenWithdrawal,
  makeRelayHello,
  proveWithdrawal,
} from '../../../server/site/relays/handshake.ts';

const DAY_MS = 86_400_000;

test('a withdrawal counts only if the server of the relay has signed it for this connection', () => {
  const [relay, server, other] = [makePrivateKey(), makePrivateKey(), makePrivateKey()];
  const hello = makeRelayHello('here', { privateKey: relay, version: '1', token: null });
  const serverKey = publicKeyOf(server);
  const proof = proveWithdrawal('here', hello, server);
  expect(isProvenWithdrawal('here', hello, { proof, serverKey })).toBe(true);
  expect(isProvenWithdrawal('elsewhere', hello, { proof, serverKey })).toBe(false);
  expect(isProvenWithdrawal('here', { ...hello, public_key: publicKeyOf(other) }, { proof, serverKey })).toBe(
    false,
  );
  expect(isProvenWithdrawal('here', hello, { proof: proveWithdrawal('here', hello, other), serverKey })).toBe(
    false,
  );
  expect(isProvenWithdrawal('here', hello, { proof: undefined, serverKey })).toBe(false);
});

test.each([
  ['removed', 8, 0],
  ['kept', 6, 1],
])(
  'hashes of passwords are %s when the line was up %i days ago and they are valid for 7',
  async (_, days, kept) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'relay-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const plan = {
      people: [{ code: 'admin', password_hash: 'argon2id' }],
      offlineDays: 7,
      linkages: [],
      tasks: [],
    };
    writeFileSync(join(dataDir, 'site.json'), JSON.stringify({ revision: 'r', plan }));
    writeFileSync(join(dataDir, 'site-seen.json'), JSON.stringify({ at_ms: Date.now() - days * DAY_MS }));
    const log = { error() {}, warn() {}, info() {} };
    const site = await SiteFallback.open({
      ...{ dataDir, clock: new RelayClock(() => {}), log, settled() {} },
      line: { send() {}, isHttpsOnly: false },
    });
    await site.close();
    expect(site.people?.length ?? 0).toBe(kept);
    const stored = readFileSync(join(dataDir, 'site.json'), 'utf8');
    expect(stored.includes('argon2id')).toBe(kept === 1);
  },
);
