import { afterEach, beforeEach, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { BeepListener, beeps, spread } from '../support/beeps.ts';
import { FakeServer } from '../support/fakeServer.ts';
import { encodeSignal, sine } from '../support/opus.ts';

let server: FakeServer;
const terminals: Terminal[] = [];

beforeEach(async () => {
  server = await FakeServer.start();
});

afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.stop();
  await server.stop();
});

function start(options: Partial<TerminalOptions> = {}): Terminal {
  const terminal = createTerminal({ server: server.url, code: `T-${terminals.length + 1}`, ...options });
  terminals.push(terminal);
  return terminal;
}

const ready = (t: Terminal) => t.session.phase === 'welcomed' && t.session.clock.synced;

test('a terminal decodes a broadcast, plays it at its level and reports the samples that the card took', async () => {
  const terminal = start();
  await terminal.until(ready);
  const packets = encodeSignal(sine(440, -16), 2.4);
  const from = server.broadcast(7, packets);
  await terminal.until((t) => (t.sound().level_db ?? -120) > -16.5);
  const sound = terminal.sound();
  expect(sound.level_db).toBeCloseTo(-16, 0);
  expect(Math.abs((sound.first_sound_us ?? 0) - from)).toBeLessThan(5_000);
  await server.until(() => server.guests[0]?.reports.at(-1)?.received === packets.length, 'all packets');
  expect(server.guests[0]?.reports.at(-1)).toMatchObject({
    stream: 7,
    lost: 0,
    late: 0,
    first_sound_us: sound.first_sound_us,
  });
});

test('terminals with wrong clocks and crystals play synchronously', async () => {
  const packets = encodeSignal(beeps, 3);
  const faults = [
    { driftPpm: 0, offsetUs: 0 },
    { driftPpm: 100, offsetUs: 500_000 },
    { driftPpm: -100, offsetUs: -500_000 },
  ];
  const listeners = faults.map(() => new BeepListener());
  const all = faults.map((fault, i) => {
    const usPerSample = 1e6 / (SAMPLE_RATE * (1 + fault.driftPpm * 1e-6));
    return start({ ...fault, listen: (samples, at) => listeners[i]?.hear(samples, at, usPerSample) });
  });
  await Promise.all(all.map((t) => t.until(ready)));
  const from = server.monotonicOf(server.broadcast(1, packets));
  for (const listener of listeners) listener.from = from;
  await server.until(() => server.guests.every((g) => g.reports.at(-1)?.received === packets.length), 'all');
  await Promise.all(all.map((t) => t.until(() => t.session.state === 'idle')));
  const apart = spread(listeners, 12);
  expect(apart.beeps).toBeGreaterThan(6);
  expect(apart.medianUs).toBeLessThan(1_000);
});

test('a terminal that does not decode counts packets and reports no level', async () => {
  const terminal = start({ decode: false });
  await terminal.until(ready);
  const packets = encodeSignal(sine(440, -16), 1);
  server.broadcast(3, packets);
  await server.until(() => server.guests[0]?.reports.some((r) => r.state === 'playing') ?? false, 'playing');
  await server.until(() => server.guests[0]?.reports.at(-1)?.received === packets.length, 'all packets');
  const hello = server.guests[0]?.messages[0];
  expect(hello?.type === 'hello' && hello.features).not.toContain('decode');
  expect(server.guests[0]?.reports.every((r) => r.level_db === null && r.first_sound_us === null)).toBe(true);
});

test('the command restart reconnects with another boot; the command identify plays a tone', async () => {
  let loudest = 0;
  const listen = (samples: Float32Array) => {
    for (const x of samples) loudest = Math.max(loudest, Math.abs(x));
  };
  const terminal = start({ listen });
  await terminal.until(ready);
  server.sendAll({ type: 'command', request: 1, action: 'identify' });
  await terminal.until(() => loudest > 0.05);
  const first = server.guests[0]?.messages.find(({ type }) => type === 'hello');
  server.sendAll({ type: 'command', request: 2, action: 'restart' });
  await server.until(() => (server.guests[0]?.messages[0] ?? first) !== first, 'another hello');
  const second = server.guests[0]?.messages[0];
  expect(first?.type === 'hello' && second?.type === 'hello' && second.boot !== first.boot).toBe(true);
  await terminal.until(ready);
});

test('an adopted terminal keeps its secret and uses it at the next connection', async () => {
  server.onHello = (guest, { secret }) => (secret ? server.welcome(guest) : guest.send({ type: 'found' }));
  const terminal = start();
  await terminal.until((t) => t.session.phase === 'found');
  server.sendAll({ type: 'adopted', secret: 'swordfish' });
  for (const guest of server.guests) server.welcome(guest);
  await terminal.until((t) => t.session.phase === 'welcomed');
  server.guests[0]?.socket.terminate();
  await terminal.until((t) => t.session.phase !== 'welcomed');
  await terminal.until(ready);
  expect(server.guests[0]?.messages[0]).toMatchObject({ secret: 'swordfish' });
});

test('a terminal sends bye when it is stopped', async () => {
  const terminal = start();
  await terminal.until(ready);
  const [guest] = server.guests;
  terminal.stop('stopped');
  await server.until(() => guest?.messages.at(-1)?.type === 'bye', 'bye');
});
