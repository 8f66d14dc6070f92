import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKET_SAMPLES, PACKET_US, PACKETS_PER_MESSAGE, SAMPLE_RATE } from '../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../contract/protocol/frames.ts';
import { createDecoder } from '../terminal/headless/audio/decoder.ts';
import { OpusEncoder } from '../terminal/headless/audio/opusEncoder.ts';

/**
 * Writes conformance/samples: frames of a stream as a server sends them, and the samples that a decoder makes of
 * them. A sine of 1 kHz and a voice of 200 Hz have whole periods in a packet, so packets from their middle can be
 * repeated without an edge. Speech is what a station may send, and the server forwards: the speech mode of Opus (SILK
 * for the low frequencies), one packet in a frame.
 */
const SECONDS = 1;
const STREAM = 42;
const FROM_US = 7_200_200_000;
const folder = join(import.meta.dirname, '../conformance/samples');
const amplitude = Math.SQRT2 * 10 ** (-16 / 20);

/** Harmonics of the voice, and the factor that makes its RMS level that of `SPEECH_DB` after coding. */
const HARMONICS = 12;
const SPEECH_GAIN = 0.13;
const VOICE_RATE = 24_000;

const signals = {
  speech: (t: number) =>
    Array.from({ length: HARMONICS }, (_, i) => Math.sin(2 * Math.PI * 200 * (i + 1) * t) / (i + 1)).reduce(
      (sum, x) => sum + x * SPEECH_GAIN,
      0,
    ),
  tone: (t: number) => amplitude * Math.sin(2 * Math.PI * 1000 * t),
  // 100 Hz to 10 kHz within a second, exponentially.
  sweep: (t: number) =>
    amplitude * Math.sin((2 * Math.PI * 100 * (100 ** (t / SECONDS) - 1) * SECONDS) / Math.log(100)),
};

mkdirSync(folder, { recursive: true });
for (const [name, signal] of Object.entries(signals)) {
  const isSpeech = name === 'speech';
  const encoder = isSpeech ? new OpusEncoder('voip', VOICE_RATE) : new OpusEncoder();
  const packets: Uint8Array[] = [];
  for (let n = 0; n < (SECONDS * SAMPLE_RATE) / PACKET_SAMPLES; n++) {
    const samples = Float32Array.from({ length: PACKET_SAMPLES }, (_, i) =>
      signal((n * PACKET_SAMPLES + i) / SAMPLE_RATE),
    );
    packets.push(...encoder.encode(samples));
  }
  encoder.end();
  const frames: Uint8Array[] = [];
  const perFrame = isSpeech ? 1 : PACKETS_PER_MESSAGE;
  for (let n = 0; n < packets.length; n += perFrame) {
    const part = packets.slice(n, n + perFrame);
    frames.push(encodeAudioFrame({ stream: STREAM, at_us: FROM_US + n * PACKET_US, packets: part }));
  }
  const decoder = await createDecoder();
  const decoded = packets.flatMap((packet) => [...(decoder.decode(packet) ?? [])]);
  const pcm = Int16Array.from(decoded, (x) => Math.round(Math.min(Math.max(x, -1), 1) * 32_767));
  writeFileSync(join(folder, `${name}.frames`), Buffer.concat(frames));
  writeFileSync(join(folder, `${name}.pcm`), Buffer.from(pcm.buffer));
}
