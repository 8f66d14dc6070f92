import { expect, test } from 'vitest';
import { TONE_DB, TONE_HZ, tonePackets } from '../../../server/air/selfTest/tone.ts';
import { createDecoder } from '../../../terminal/headless/audio/decoder.ts';
import { rmsDb, toneDb } from '../../support/recording.ts';

test('terminals decode the tone at its level, and no audible sound', async () => {
  const decoder = await createDecoder();
  const parts = Array.from({ length: 100 }, (_, i) =>
    decoder.decode(tonePackets[i % tonePackets.length] as Uint8Array),
  );
  decoder.free();
  // The decoder settles in the first packets.
  const samples = Float32Array.from(parts.slice(20).flatMap((part) => [...(part ?? [])]));
  expect(samples.length).toBe(80 * 960);
  expect(toneDb(samples, TONE_HZ)).toBeCloseTo(TONE_DB, 0);
  expect(rmsDb(samples)).toBeCloseTo(TONE_DB, 0);
  // Sum of everything below 15 kHz: the comb filter removes 18 kHz and keeps low frequencies.
  const low = samples.map((_, i) => {
    let sum = 0;
    for (let k = 0; k < 8; k++) sum += samples[Math.max(0, i - k)] ?? 0;
    return sum / 8;
  });
  expect(rmsDb(low)).toBeLessThan(-85);
});
