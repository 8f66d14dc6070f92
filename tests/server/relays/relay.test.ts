import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type AudioFrame, decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { RELAY_LABEL, RELAY_PATH } from '../../../contract/protocol/relayLink.ts';
import { dialServer } from '../../../relay/server/dialServer.ts';
import { makePrivateKey, readToken } from '../../../server/platform/machines/machineKeys.ts';
import { bindingOf } from '../../../server/platform/machines/tlsBinding.ts';
import { makeRelayHello } from '../../../server/site/relays/handshake.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { eventually } from '../../support/eventually.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { sine, wav } from '../media/sounds.ts';
import { type RelaySite, startRelaySite } from './relaySite.ts';

let site: RelaySite;
let file = 0;
beforeAll(async () => {
  site = await startRelaySite();
  const sound = wav({ rate: 48_000, channels: 1, seconds: 120 }, sine(440, 0.5));
  file = await site.api.upload('music.wav', sound);
}, 240_000);
afterAll(() => site.stop(), 60_000);

const start = async (devices: readonly number[]): Promise<number> => {
  const { id } = await site.api.post<{ id: number }>('/v1/task', {
    ...{ name: 'Music', audio_source: 0, files: [file], devices },
  });
  return id;
};
const framesOf = (client: TerminalClient): AudioFrame[] =>
  client.frames.map((bytes) => decodeAudioFrame(bytes)).filter((frame) => frame !== null);
const bytesOf = (client: TerminalClient) => client.frames.reduce((sum, { length }) => sum + length, 0);

/** Sends a text as the first message of a relay; returns the answer. @param make text for this connection */
function knock(make: (binding: string) => string): Promise<{ type: string; reason?: string }> {
  const url = `${site.server.httpsUrl.replace('https', 'wss')}${RELAY_PATH}`;
  const socket = new WebSocket(url, { rejectUnauthorized: false });
  return new Promise((resolve, reject) => {
    let binding = '';
    socket.once('upgrade', (response) => {
      binding = bindingOf(response.socket, RELAY_LABEL) ?? '';
    });
    socket.once('open', () => socket.send(make(binding)));
    socket.once('message', (data) => {
      socket.close();
      resolve(JSON.parse(String(data)));
    });
    socket.once('error', reject);
  });
}

test('terminals are adopted through a relay, and a broadcast goes to it once', async () => {
  const relay = await site.until('connected');
  expect(relay).toMatchObject({ name: 'North house', org: site.zones.north, version: expect.any(String) });
  const codes = Array.from({ length: 12 }, (_, n) => `NORTH-${n}`);
  const terminals = await Promise.all(codes.map((code) => site.adopted(code, site.zones.north)));
  for (const { client } of terminals) client.report();
  await eventually(async () => expect((await site.overview()).relays[0]?.terminals).toBe(12));

  const before = site.link.bytes;
  const id = await start(terminals.map((one) => one.id));
  const enough = () =>
    expect(Math.min(...terminals.map(({ client }) => client.frames.length))).toBeGreaterThan(30);
  await eventually(enough);
  const sent = site.link.bytes - before;
  await site.api.post(`/v1/task/${id}/stop`);
  const heard = terminals.reduce((sum, { client }) => sum + bytesOf(client), 0);
  // Twelve terminals; the rest of the fraction are the messages around the sound.
  expect(sent / heard).toBeLessThan(1 / 2);
  for (const { client } of terminals) {
    const open = await client.next('stream.open');
    const frames = framesOf(client);
    expect(frames[0]?.at_us).toBeGreaterThanOrEqual(open.from_us);
    // In order and none twice; a busy server may leave some out.
    frames.slice(1).forEach((frame, n) => {
      const last = frames[n];
      expect(frame.at_us).toBeGreaterThanOrEqual((last?.at_us ?? 0) + (last?.packets.length ?? 0) * 20_000);
    });
    await client.next('stream.close');
    client.socket.close();
  }
}, 120_000);

test('a terminal at a relay is synchronised by it, plays, and goes on after the line was cut', async () => {
  const { client, id, secret } = await site.adopted('HALL-1', site.zones.north);
  client.socket.close();
  const own = { get: () => secret, previous: () => undefined, set: () => true };
  const terminal = createTerminal({ server: site.relay.url, code: 'HALL-1', decode: false, secret: own });
  try {
    await terminal.until(({ session }) => session.phase === 'welcomed' && session.mediaUs !== null, 60_000);
    const { epoch } = terminal.session;
    const task = await start([id]);
    await terminal.until(({ session }) => session.state === 'playing', 60_000);
    await eventually(async () => {
      const { rows } = await site.api.get<{ rows: { first_sound_at: number | null }[] }>(
        `/v1/task/${task}/target`,
      );
      expect(rows[0]).toMatchObject({ state: 'sounding' });
    });
    site.link.cut();
    await site.until('lost');
    await terminal.until(({ session }) => session.phase !== 'welcomed', 60_000);
    site.link.restore();
    await site.until('connected');
    await terminal.until(({ session }) => session.phase === 'welcomed', 60_000);
    expect(terminal.session.epoch).toBe(epoch);
    const { received } = terminal.sound();
    await terminal.until(
      ({ session, sound }) => session.state === 'playing' && sound().received > received,
      60_000,
    );
    await site.api.post(`/v1/task/${task}/stop`);
    await terminal.until(({ session }) => session.state === 'idle', 60_000);
  } finally {
    terminal.stop();
  }
}, 120_000);

test('a terminal of another zone is refused in words', async () => {
  const client = await site.hello('SOUTH-1');
  await client.next('found');
  const { rows } = await eventually(async () => {
    const found = await site.api.get<{ rows: { id: number; code: string }[] }>('/v1/terminal_found');
    expect(found.rows.map(({ code }) => code)).toContain('SOUTH-1');
    return found;
  });
  const row = rows.find(({ code }) => code === 'SOUTH-1');
  await site.api.post(`/v1/terminal_found/${row?.id}/adopt`, { name: 'South', org: site.zones.south });
  const refused = await client.next('refused');
  expect(refused).toMatchObject({ code: 'denied', message: expect.stringContaining('North house') });
  await client.closed();
}, 60_000);

test('a forged, a replayed and another version of a greeting are refused, shown and audited', async () => {
  const privateKey = makePrivateKey();
  const signed = (binding: string) => makeRelayHello(binding, { privateKey, version: '1', token: null });
  expect(await knock((binding) => JSON.stringify({ ...signed(binding), protocol: 99 }))).toMatchObject({
    ...{ type: 'refused', reason: 'version' },
  });
  expect(await knock((binding) => JSON.stringify(signed(binding)))).toMatchObject({ reason: 'withdrawn' });
  const guess = readToken('0'.repeat(32));
  expect(
    await knock((binding) =>
      JSON.stringify(makeRelayHello(binding, { privateKey, version: '1', token: guess })),
    ),
  ).toMatchObject({ reason: 'token' });

  // A greeting that joins, recorded on another connection.
  const { token } = await site.api.post<{ token: string }>('/v1/relay/token', {
    ...{ name: 'Second', org: site.zones.south },
  });
  const digits = readToken(token);
  const recorded = JSON.stringify(
    makeRelayHello('another connection', { privateKey, version: '1', token: digits }),
  );
  expect(await knock(() => recorded)).toMatchObject({ reason: 'token' });
  expect(
    await knock((binding) =>
      JSON.stringify(makeRelayHello(binding, { privateKey, version: '1', token: digits })),
    ),
  ).toMatchObject({ type: 'welcome', name: 'Second' });
  // The token was used.
  expect(
    await knock((binding) =>
      JSON.stringify(makeRelayHello(binding, { privateKey, version: '1', token: digits })),
    ),
  ).toMatchObject({ reason: 'token' });

  const { refused } = await site.overview();
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['version', 'withdrawn', 'token']));
  await eventually(async () => {
    const { rows } = await site.api.get<{ rows: { action: string; after: { reason?: string } }[] }>(
      '/v1/audit?entity=relay&limit=100',
    );
    const reasons = rows.filter(({ action }) => action === 'refuse').map(({ after }) => after.reason);
    expect(new Set(reasons)).toEqual(new Set(['version', 'withdrawn', 'token']));
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['grant', 'enrol']));
  });
}, 60_000);

test('lines that are refused are put aside once, shown as a fault, and cleared by a person', async () => {
  const { token } = await site.api.post<{ token: string }>('/v1/relay/token', {
    ...{ name: 'Third', org: site.zones.south },
  });
  const privateKey = makePrivateKey();
  const { socket } = await dialServer(site.server.httpsUrl, {
    ...{ privateKey, serverKey: null, token: readToken(token) },
  });
  const heard: { type: string; told?: number }[] = [];
  socket.on('message', (data, isBinary) => !isBinary && heard.push(JSON.parse(String(data))));
  const send = (message: object) => socket.send(JSON.stringify(message));
  const alive = setInterval(() => send({ type: 'state', clock_error_us: null, dropped: 0 }), 500);
  const ofType = (type: string) => heard.filter((one) => one.type === type);
  const third = async () => (await site.overview()).relays.find(({ name }) => name === 'Third');
  const faults = async () => {
    const { rows } = await site.api.get<{ rows: { kind: string; state: string }[] }>('/v1/fault?limit=100');
    return rows.filter(({ kind }) => kind === 'relay_refused').map(({ state }) => state);
  };
  try {
    send({ type: 'site.have', revision: null });
    await eventually(() => expect(ofType('site.plan')).toHaveLength(1));
    const lines = [
      { seq: 1, of: 'alarm 1', part: { events: [] } },
      { seq: 2, of: 'something else' },
      { seq: 3, of: null, inputs: {} },
    ];
    const rest = { alarms: [{ row: { id: 1 }, continued: false }], inputs: {} };
    for (const times of [1, 2]) {
      send({ type: 'site.told', lines, rest });
      await eventually(() => expect(ofType('site.taken')).toHaveLength(times));
      expect(ofType('site.taken').at(-1)).toMatchObject({ told: 3, rest: true });
    }
    const shown = await third();
    expect(shown?.aside.map(({ of }) => of)).toEqual(['alarm 1', 'something else', '']);
    expect(shown?.aside[0]?.reason).toBe('alarm 1 is not of this relay');
    await eventually(async () => expect(await faults()).toEqual(['new']));

    await site.api.delete(`/v1/relay/${shown?.id}/aside`);
    expect((await third())?.aside).toEqual([]);
    await eventually(async () => expect(await faults()).toEqual(['resolved']));
  } finally {
    clearInterval(alive);
    socket.terminate();
  }
}, 60_000);

test('a relay that is withdrawn while its line is cut forgets all it has stored as soon as it is told', async () => {
  const { client, secret } = await site.adopted('LAST-1', site.zones.north);
  const { id } = await site.until('connected');
  const { dataDir } = site.relay;
  await eventually(async () =>
    expect(await readFile(join(dataDir, 'site.json'), 'utf8')).toContain('LAST-1'),
  );
  site.link.cut();
  await client.closed();
  const served = await site.hello('LAST-1', { secret });
  await served.next('welcome');
  await site.api.delete(`/v1/relay/${id}`);
  site.link.restore();
  await served.closed();
  await eventually(async () => {
    const { refused, relays } = await site.overview();
    expect(relays.map(({ name }) => name)).not.toContain('North house');
    expect(refused).toContainEqual(expect.objectContaining({ reason: 'withdrawn', name: 'North house' }));
    expect((await readdir(dataDir)).filter((name) => /^(relay|site|tls|sounds|ids)/.test(name))).toEqual([]);
  });
  await eventually(() => expect(site.relay.output()).toContain('this relay was withdrawn'));
}, 60_000);
