import { expect, test } from 'vitest';
import { floatWavHeader } from '../../../contract/protocol/wav.ts';
import { spawnSpeechDecoder, startDecoder } from '../../../server/sound/radio/decoder.ts';

const RATE = 22_050;

test('speech is decoded once a little more than a second of it has arrived', async () => {
  const packet = Promise.withResolvers<void>();
  const decoder = startDecoder({ packet: () => packet.resolve(), facts() {} }, spawnSpeechDecoder(false));
  try {
    const samples = Float32Array.from({ length: 1.4 * RATE }, (_, i) => 0.2 * Math.sin(i / 10));
    await decoder.write(Buffer.from(floatWavHeader(RATE)));
    await decoder.write(Buffer.from(samples.buffer));
    // Neither more bytes nor an end follow: a decoder that waits for more would give no packet.
    await packet.promise;
  } finally {
    decoder.kill();
  }
  await expect(decoder.done).rejects.toThrow();
});
