import { getPriority } from 'node:os';
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

test('a decoder whose packets terminals play as they come has the priority of the server', async () => {
  const child = spawnSpeechDecoder(false);
  const decoder = startDecoder({ packet() {}, facts() {} }, child);
  try {
    expect(getPriority(child.pid)).toBe(getPriority());
  } finally {
    decoder.kill();
  }
  await expect(decoder.done).rejects.toThrow();
});
