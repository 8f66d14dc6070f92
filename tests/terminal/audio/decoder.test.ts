import { expect, test } from 'vitest';
import { PACKET_SAMPLES } from '../../../contract/protocol/audio.ts';
import { createDecoder } from '../../../terminal/headless/audio/decoder.ts';
import { OpusEncoder } from '../../../terminal/headless/audio/opusEncoder.ts';

/** Packets of a sound whose loudness and pitch are its own. */
function packets(amplitude: number, hz: number): Uint8Array[] {
  const encoder = new OpusEncoder();
  return Array.from({ length: 50 }, (_, n) =>
    Float32Array.from(
      { length: PACKET_SAMPLES },
      (_, i) => amplitude * Math.sin((2 * Math.PI * hz * (n * PACKET_SAMPLES + i)) / 48_000),
    ),
  ).flatMap((samples) => encoder.encode(samples));
}

test('a reused decoder has no state of the previous stream', async () => {
  const [loud, soft] = [packets(0.9, 3000), packets(0.05, 300)];
  const fresh = await createDecoder();
  const expected = soft.map((packet) => fresh.decode(packet));
  const used = await createDecoder();
  for (const packet of loud) used.decode(packet);
  used.free();
  const again = await createDecoder();
  expect(soft.map((packet) => again.decode(packet))).toEqual(expected);
  expect(expected.at(-1)).toHaveLength(PACKET_SAMPLES);
});

test('returned decoders are reused, not created again', async () => {
  const outside = () => process.memoryUsage().external;
  (await createDecoder()).free();
  const before = outside();
  for (let i = 0; i < 200; i++) {
    const decoder = await createDecoder();
    decoder.free();
  }
  // One instance alone has 29 MB of address space.
  expect(outside() - before).toBeLessThan(10_000_000);
});
