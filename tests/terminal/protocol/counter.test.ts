import { describe, expect, test } from 'vitest';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { CountingSpeaker } from '../../../terminal/protocol/countingSpeaker.ts';
import { StreamCounter } from '../../../terminal/protocol/streamCounter.ts';

const P = 20_000;

describe('counting packets', () => {
  test('packets missing at the beginning, between others and before the close are lost', () => {
    const counter = new StreamCounter(0);
    for (const n of [1, 2, 5, 6]) counter.packet(n * P, null);
    expect(counter).toMatchObject({ received: 4, lost: 3, late: 0 });
    counter.close(9 * P);
    expect(counter.lost).toBe(5);
  });

  test('a flush causes no lost packets, at any position of the next packet', () => {
    const counter = new StreamCounter(0);
    for (let n = 0; n < 5; n++) counter.packet(n * P, null);
    counter.flush();
    counter.packet(100 * P, null);
    counter.packet(101 * P, null);
    counter.close(102 * P);
    expect(counter).toMatchObject({ received: 7, lost: 0 });
  });

  test('packets that arrive after their time are late', () => {
    const counter = new StreamCounter(0);
    counter.packet(0, 1);
    counter.packet(P, P);
    counter.packet(2 * P, 100 * P);
    expect(counter).toMatchObject({ received: 3, lost: 0, late: 2 });
  });
});

describe('a terminal that only counts', () => {
  test('follows the stream by its packets and reports no level', () => {
    let now: number | null = 0;
    const speaker = new CountingSpeaker(() => now);
    const frame = (stream: number, at_us: number, n = 5) =>
      encodeAudioFrame({ stream, at_us, packets: Array.from({ length: n }, () => new Uint8Array(160)) });
    speaker.open(3, 10 * P);
    expect(speaker.audio(frame(4, 10 * P))).toBe(false);
    expect(speaker.audio(new Uint8Array([1, 2, 3]))).toBe(false);
    expect(speaker.audio(frame(3, 10 * P))).toBe(true);
    expect(speaker.status(3).sounding).toBe(false);
    now = 12 * P;
    expect(speaker.status(3)).toMatchObject({ sounding: true, level_db: null, received: 5, buffer_ms: 60 });
    speaker.flush(3, 13 * P);
    now = 14 * P;
    expect(speaker.status(3)).toMatchObject({ sounding: false, received: 5, lost: 0 });
    speaker.audio(frame(3, 20 * P));
    now = 20 * P;
    expect(speaker.status(3)).toMatchObject({ sounding: true, received: 10, lost: 0, late: 0 });
    speaker.close(3, 21 * P);
    now = 22 * P;
    expect(speaker.status(3).sounding).toBe(false);
  });
});
