import { afterEach, beforeEach, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../contract/audio.ts';
import { createTerminal, type Terminal, type TerminalOptions } from '../../terminal/headless/terminal.ts';
import { FakeServer } from './support/fakeServer.ts';
import { encodeSignal, sine } from './support/opus.ts';

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

test('decodes what is broadcast, plays it at its level and reports what the card took', async () => {
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

test('terminals with wrong clocks and crystals are heard in step', async () => {
  const starts: number[] = [];
  const hear = (i: number, drift: number) => (samples: Float32Array, at: number) => {
    const first = samples.findIndex((x) => Math.abs(x) > 0.02);
    if (first >= 0) starts[i] ??= at + (first * 1e6) / (SAMPLE_RATE * (1 + drift * 1e-6));
  };
  const faults = [
    { driftPpm: 0, offsetUs: 0 },
    { driftPpm: 100, offsetUs: 500_000 },
    { driftPpm: -100, offsetUs: -500_000 },
  ];
  const all = faults.map((fault, i) => start({ ...fault, listen: hear(i, fault.driftPpm) }));
  await Promise.all(all.map((t) => t.until(ready)));
  server.broadcast(1, encodeSignal(sine(440, -16), 1));
  await Promise.all(all.map((t, i) => t.until(() => starts[i] !== undefined)));
  expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(1_000);
});

test('a terminal that does not decode counts packets and tells no level', async () => {
  const terminal = start({ decode: false });
  await terminal.until(ready);
  const packets = encodeSignal(sine(440, -16), 1);
  server.broadcast(3, packets);
  await server.until(() => server.guests[0]?.reports.some((r) => r.state === 'playing') ?? false, 'playing');
  await server.until(() => server.guests[0]?.reports.at(-1)?.received === packets.length, 'all packets');
  const hello = server.guests[0]?.said[0];
  expect(hello?.type === 'hello' && hello.features).not.toContain('decode');
  expect(server.guests[0]?.reports.every((r) => r.level_db === null && r.first_sound_us === null)).toBe(true);
});
