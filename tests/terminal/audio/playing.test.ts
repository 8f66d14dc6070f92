import { describe, expect, test } from 'vitest';
import { PACKET_SAMPLES, PACKET_US } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { Playout } from '../../../terminal/audio/playout.ts';
import { DecodingSpeaker } from '../../../terminal/headless/audio/decodingSpeaker.ts';
import { OpusEncoder } from '../../../terminal/headless/audio/opusEncoder.ts';
import { eventually } from '../../support/eventually.ts';

const STREAM = 7;
const BEGIN_US = 1_000_000;
const encoder = new OpusEncoder();
const packets = Array.from(
  { length: 12 },
  () => encoder.encode(new Float32Array(PACKET_SAMPLES).fill(0.1))[0],
);

/** The frame number `i` of a stream, of three packets. */
function frame(i: number, stream = STREAM): Uint8Array {
  const three = packets.slice(3 * i, 3 * i + 3).flatMap((packet) => packet ?? []);
  return encodeAudioFrame({ stream, at_us: BEGIN_US + 3 * i * PACKET_US, packets: three });
}

const received = (speaker: DecodingSpeaker, stream = STREAM) => speaker.status(stream).received;
const turn = () => new Promise(setImmediate);

describe('a speaker that decodes', () => {
  test('decodes one packet per turn, so that the first sound of others does not wait', async () => {
    const speaker = new DecodingSpeaker(new Playout(), 0);
    speaker.open(STREAM, BEGIN_US, 1);
    for (let i = 0; i < 4; i++) speaker.audio(frame(i));
    await eventually(() => expect(received(speaker)).toBeGreaterThan(0), { interval: 0 });
    const first = received(speaker);
    await turn();
    expect(received(speaker)).toBeLessThanOrEqual(first + 1);
    for (let i = 0; i < 12; i++) await turn();
    expect(received(speaker)).toBe(12);
  });

  test('plays packets that arrived with the close, also before the decoder was created', async () => {
    const speaker = new DecodingSpeaker(new Playout(), 0);
    for (const stream of [STREAM, STREAM + 1]) {
      speaker.open(stream, BEGIN_US, 1);
      for (let i = 0; i < 4; i++) speaker.audio(frame(i, stream));
      speaker.close(stream, BEGIN_US + 12 * PACKET_US);
    }
    await eventually(() => expect(received(speaker, STREAM + 1)).toBe(12));
    expect(received(speaker)).toBe(12);
  });

  test('frames flushed before decoding are not played', async () => {
    const speaker = new DecodingSpeaker(new Playout(), 0);
    speaker.open(STREAM, BEGIN_US, 1);
    for (let i = 0; i < 4; i++) speaker.audio(frame(i));
    speaker.flush(STREAM, BEGIN_US + 7 * PACKET_US);
    await eventually(() => expect(received(speaker)).toBe(7));
    for (let i = 0; i < 12; i++) await turn();
    expect(received(speaker)).toBe(7);
  });
});
