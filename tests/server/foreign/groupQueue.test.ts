import { expect, test } from 'vitest';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { aLawOf, muLawOf } from '../../../server/site/foreign/worker/g711.ts';
import { GroupQueue } from '../../../server/site/foreign/worker/groupQueue.ts';
import { encodeRtp } from '../../../server/site/foreign/worker/rtp.ts';

const packet = (n: number) => Uint8Array.of(n);
/** Takes all slots as `stream:packet`; `-` is silence, `^` marks the first one after a pause. */
function taken(queue: GroupQueue): string[] {
  const all: string[] = [];
  for (let slot = queue.take(); slot !== null; slot = queue.take())
    all.push(`${slot.isFirst ? '^' : ''}${slot.stream}:${slot.packet?.[0] ?? '-'}`);
  return all;
}

test('a group plays the stream that it is routed to, and another one from the time of its route', () => {
  const queue = new GroupQueue();
  queue.route({ from_us: 0, stream: 1, gain: 1 });
  queue.add(1, 0, [1, 2, 3, 4].map(packet));
  queue.add(2, 0, [11, 12, 13, 14].map(packet));
  queue.route({ from_us: 2 * PACKET_US, stream: 2, gain: 1 });
  expect(taken(queue)).toEqual(['^1:1', '1:2', '^2:13', '2:14']);
});

test('short gaps are silence, longer ones a pause, and what was cut is not played', () => {
  const queue = new GroupQueue();
  queue.route({ from_us: 0, stream: 1, gain: 1 });
  queue.add(1, 0, [packet(1)]);
  queue.add(1, 3 * PACKET_US, [packet(4)]);
  queue.add(1, 50 * PACKET_US, [packet(51), packet(52)]);
  queue.cut(1, 51 * PACKET_US);
  expect(taken(queue)).toEqual(['^1:1', '1:-', '1:-', '1:4', '^1:51']);
});

test('a group that is routed to nothing is silent', () => {
  const queue = new GroupQueue();
  queue.route({ from_us: 0, stream: 1, gain: 1 });
  queue.add(1, 0, [1, 2, 3].map(packet));
  queue.route({ from_us: PACKET_US, stream: null, gain: 0 });
  expect(taken(queue)).toEqual(['^1:1']);
});

test('G.711 codes are those of the recommendation', () => {
  expect([0, 32_767, -32_768].map(muLawOf)).toEqual([0xff, 0x80, 0x00]);
  expect([0, 32_767, -32_768].map(aLawOf)).toEqual([0xd5, 0xaa, 0x2a]);
});

test('an RTP header has its fields in network order, and its counters wrap', () => {
  const header = { payloadType: 9, marker: true, sequence: 65_537, timestamp: 2 ** 32 + 5, ssrc: 7 };
  const bytes = Buffer.from(encodeRtp({ ...header, payload: packet(42) }));
  expect(bytes.toString('hex')).toBe('8089000100000005000000072a');
});
