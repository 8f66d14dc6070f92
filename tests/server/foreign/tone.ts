import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import type { Sender } from '../../../server/site/foreign/sender.ts';
import { OpusEncoder } from '../../../terminal/headless/audio/opusEncoder.ts';

const AHEAD_US = 500_000;
export const PITCH_HZ = 1_000;

/**
 * Keeps a sender supplied with a tone of half of full scale.
 *
 * @param ends gets what stops it
 * @returns media time of its beginning, µs
 */
export function playTone(
  sender: Sender,
  key: string,
  stream: number,
  now: () => number,
  ends: (() => unknown)[],
): number {
  const encoder = new OpusEncoder();
  const begin_us = now() + AHEAD_US;
  let at_us = begin_us;
  let sample = 0;
  const timer = setInterval(() => {
    while (at_us < now() + AHEAD_US) {
      const tone = Float32Array.from(
        { length: PACKET_SAMPLES },
        () => 0.5 * Math.sin((2 * Math.PI * PITCH_HZ * sample++) / SAMPLE_RATE),
      );
      const packets = encoder.encode(tone);
      if (packets.length > 0) sender.send({ type: 'frame', key, stream, at_us, packets });
      at_us += PACKET_US * packets.length;
    }
  }, 50);
  ends.push(() => {
    clearInterval(timer);
    encoder.end();
  });
  return begin_us;
}
