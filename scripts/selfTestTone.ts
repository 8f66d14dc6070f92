import { PACKET_SAMPLES, SAMPLE_RATE } from '../contract/protocol/audio.ts';
import { OpusEncoder } from '../terminal/headless/audio/opusEncoder.ts';

/**
 * Prints the packets of server/air/selfTest/tone.ts in base64: a sine of 18 kHz at −60 dBFS RMS, taken from the middle of
 * two seconds, so that it can be repeated without an edge (18 kHz has whole periods in a packet).
 */
const HZ = 18_000;
const PEAK = Math.SQRT2 * 10 ** (-60 / 20);
const PACKETS = 10;
const encoder = new OpusEncoder();
const all: Uint8Array[] = [];
for (let packet = 0; packet < 100; packet++) {
  const samples = Float32Array.from(
    { length: PACKET_SAMPLES },
    (_, i) => PEAK * Math.sin((2 * Math.PI * HZ * (packet * PACKET_SAMPLES + i)) / SAMPLE_RATE),
  );
  all.push(...encoder.encode(samples));
}
encoder.end();
process.stdout.write(`${Buffer.concat(all.slice(50, 50 + PACKETS)).toString('base64')}\n`);
