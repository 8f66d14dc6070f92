import { expect, test } from 'vitest';
import { floatWavHeader } from '../../../contract/wav.ts';
import { spawnSpeechDecoder, startDecoder } from '../../../server/radio/decoder.ts';

const RATE = 22_050;

test('a text that is being spoken is heard once a little more than a second of it is there', async () => {
  const packet = Promise.withResolvers<void>();
  const decoder = startDecoder({ packet: () => packet.resolve(), facts() {} }, spawnSpeechDecoder(false));
  try {
    const samples = Float32Array.from({ length: 1.4 * RATE }, (_, i) => 0.2 * Math.sin(i / 10));
    await decoder.write(Buffer.from(floatWavHeader(RATE)));
    await decoder.write(Buffer.from(samples.buffer));
    // Neither more nor an end comes: a decoder that wants to read on never gives a packet.
    await packet.promise;
  } finally {
    decoder.kill();
  }
  await expect(decoder.done).rejects.toThrow();
});
