import { beforeAll, describe, expect, it } from 'vitest';
import { PACKET_US, PACKETS_PER_MESSAGE } from '../../../contract/protocol/audio.ts';
import { type DecodePackets, ExpectedLevel } from '../../../server/sound/source/expectedLevel.ts';
import { type Frame, frameOf } from '../../../server/sound/source/frame.ts';
import { createPacketDecoder } from '../../../server/sound/source/opusLevel.ts';
import { SILENCE_PACKET } from '../../../server/sound/source/source.ts';
import { eventually } from '../../support/eventually.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';

let decode: DecodePackets;
beforeAll(async () => {
  decode = createPacketDecoder();
  const [packet] = encodeSignal(sine(440, -20), 0.1);
  await eventually(() => expect(decode(packet ? [packet] : [])).not.toBeNull());
});
const START_US = 7_000_000;

function framesOf(packets: readonly Uint8Array[]): Frame[] {
  const frames: Frame[] = [];
  for (let i = 0; i < packets.length; i += PACKETS_PER_MESSAGE)
    frames.push(frameOf(1, START_US + i * PACKET_US, packets.slice(i, i + PACKETS_PER_MESSAGE)));
  return frames;
}

describe('expected programme level', () => {
  it('is that of the programme at any position', () => {
    const sound = [...encodeSignal(sine(440, -20), 3), ...encodeSignal(sine(440, -75), 3)];
    const due = new ExpectedLevel(decode);
    due.keep(framesOf(sound.slice(0, 250)), START_US + 5_000_000);
    const coming = framesOf(sound).slice(50);
    const at = (ms: number) => due.at(START_US + ms * 1000, coming);
    // Out of order: the decoder is used for other positions in between.
    expect(at(4600)).toBeCloseTo(-75, -0.5);
    expect(at(2500)).toBeCloseTo(-20, 0);
    expect(at(5600)).toBeCloseTo(-75, -0.5);
    expect(at(2600)).toBe(at(2500));
  });

  it('is unknown before the beginning, and for positions long past', () => {
    const due = new ExpectedLevel(decode);
    const frames = framesOf(encodeSignal(sine(440, -20), 6));
    due.keep(frames, START_US + 6_000_000);
    expect(due.at(START_US + 300_000, [])).toBeNull();
    expect(due.at(START_US + 2_000_000, [])).toBeNull();
    expect(due.at(START_US + 5_000_000, [])).toBeCloseTo(-20, 0);
    expect(due.at(START_US + 60_000_000, [])).toBeNull();
  });

  it('of a pause between two items is that of silence, without decoding', () => {
    const due = new ExpectedLevel(() => {
      throw new Error('decoded');
    });
    const pause = Array.from({ length: 100 }, () => SILENCE_PACKET);
    expect(due.at(START_US + 1_500_000, framesOf(pause))).toBe(-120);
  });

  it('of anything but Opus is unknown', () => {
    const noise = Array.from({ length: 200 }, () => Uint8Array.of(1, 2, 3, 4, 5, 6));
    expect(new ExpectedLevel(decode).at(START_US + 2_000_000, framesOf(noise))).toBeNull();
    expect(new ExpectedLevel(null).at(START_US + 2_000_000, framesOf(noise))).toBeNull();
  });
});
