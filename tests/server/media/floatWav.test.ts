import { expect, test } from 'vitest';
import { floatWavHeader, WAV_HEADER_BYTES, wavHeader } from '../../../contract/protocol/wav.ts';
import { FloatWav } from '../../../server/sound/voice/floatWav.ts';

const samples = [0, 16_384, -32_768, 32_767, -1, 256];
const pcm = Buffer.alloc(samples.length * 2);
for (const [i, sample] of samples.entries()) pcm.writeInt16LE(sample, i * 2);

/** Converts a stream in pieces of this size. */
function through(stream: Buffer, size: number): Buffer {
  const wav = new FloatWav();
  const pieces: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size) pieces.push(wav.take(stream.subarray(at, at + size)));
  return Buffer.concat([...pieces, wav.end()]);
}
const floats = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 4 }, (_, i) => Math.round(bytes.readFloatLE(i * 4) * 32_768));

test.each([1, 3, 44, 1000])('16-bit PCM becomes float samples, in pieces of %i bytes', (size) => {
  const made = through(Buffer.concat([wavHeader(24_000, pcm.length), pcm]), size);
  expect(made.subarray(0, WAV_HEADER_BYTES)).toEqual(Buffer.from(floatWavHeader(24_000)));
  expect(floats(made.subarray(WAV_HEADER_BYTES))).toEqual(samples);
});

test('handles chunks before and after the samples, two channels and an unknown length', () => {
  const head = Buffer.from(wavHeader(48_000, pcm.length, 2));
  const list = Buffer.from('LIST\x05\0\0\0abcde\0', 'latin1');
  const stream = Buffer.concat([head.subarray(0, 36), list, head.subarray(36), pcm, list]);
  const made = through(stream, 7);
  expect(made.subarray(0, WAV_HEADER_BYTES)).toEqual(Buffer.from(floatWavHeader(48_000, 2)));
  expect(floats(made.subarray(WAV_HEADER_BYTES))).toEqual(samples);
  const endless = Buffer.concat([wavHeader(24_000, 0), pcm]);
  expect(floats(through(endless, 5).subarray(WAV_HEADER_BYTES))).toEqual(samples);
});

test('accepts an extensible header with PCM', () => {
  const head = Buffer.from(wavHeader(24_000, pcm.length));
  const format = Buffer.alloc(40);
  head.copy(format, 0, 20, 36);
  format.writeUInt16LE(0xfffe, 0);
  format.writeUInt16LE(1, 24);
  const size = Buffer.from([40, 0, 0, 0]);
  const stream = Buffer.concat([head.subarray(0, 16), size, format, head.subarray(36), pcm]);
  expect(floats(through(stream, 9).subarray(WAV_HEADER_BYTES))).toEqual(samples);
});

test.each([
  ['MP3', Buffer.from('ID3\x04\0\0\0\0\0\0 and so on', 'latin1')],
  ['another RIFF', Buffer.from('RIFF\x20\0\0\0AVI LIST and so on', 'latin1')],
  ['float WAV', Buffer.concat([floatWavHeader(24_000), Buffer.alloc(64, 7)])],
  ['an end within the head', Buffer.from('RIFF', 'latin1')],
  [
    'a head without an end',
    Buffer.concat([Buffer.from(wavHeader(8_000, 0)).subarray(0, 12), Buffer.alloc(70_000)]),
  ],
])('%s is passed on unchanged', (_name, stream) => {
  expect(through(stream, 999).equals(stream)).toBe(true);
  expect(through(stream.subarray(0, 99), 4).equals(stream.subarray(0, 99))).toBe(true);
});
