import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { BeepListener, beeps, spread } from '../support/beeps.ts';
import { headlessSite, ready } from '../support/headlessSite.ts';
import { encodeSignal, sine } from '../support/opus.ts';

const site = headlessSite();

test('a terminal decodes a broadcast, plays it at its level and reports the samples that the card took', async () => {
  const terminal = site.start();
  await terminal.until(ready);
  const packets = encodeSignal(sine(440, -16), 2.4);
  const from = site.server.broadcast(7, packets);
  await terminal.until((t) => (t.sound().level_db ?? -120) > -16.5);
  const sound = terminal.sound();
  expect(sound.level_db).toBeCloseTo(-16, 0);
  expect(Math.abs((sound.first_sound_us ?? 0) - from)).toBeLessThan(5_000);
  await site.server.until(
    () => site.server.guests[0]?.reports.at(-1)?.received === packets.length,
    'all packets',
  );
  expect(site.server.guests[0]?.reports.at(-1)).toMatchObject({
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
    return site.start({ ...fault, listen: (samples, at) => listeners[i]?.hear(samples, at, usPerSample) });
  });
  await Promise.all(all.map((t) => t.until(ready)));
  const from = site.server.monotonicOf(site.server.broadcast(1, packets));
  for (const listener of listeners) listener.from = from;
  await site.server.until(
    () => site.server.guests.every((g) => g.reports.at(-1)?.received === packets.length),
    'all',
  );
  await Promise.all(all.map((t) => t.until(() => t.session.state === 'idle')));
  const apart = spread(listeners, 12);
  expect(apart.beeps).toBeGreaterThan(6);
  expect(apart.medianUs).toBeLessThan(1_000);
});
