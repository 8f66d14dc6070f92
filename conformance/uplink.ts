import { MAX_UPLINK_PACKET_BYTES } from '../contract/protocol/talk.ts';
import type { Bench } from './bench.ts';
import { check, msText } from './failure.ts';
import type { TerminalLink } from './link.ts';

/** Packets of a second of sound, and their allowed deviation. */
const PER_S = 50;
const DEVIATION = 10;
/** A time that is further before the previous one counts as a corrected clock, µs. */
const MOST_BACK_US = 200_000;

export const UPLINK_EXPECTED = `${PER_S} packets in a second of 20 ms, mono, in one frame; no time 0.2 s before the previous one`;

/** Tells whether a packet is one Opus frame of 20 ms, mono, by its first byte. */
export function isMono20Ms(packet: Uint8Array): boolean {
  const toc = packet[0] ?? 0;
  const config = toc >> 3;
  const is20Ms = config < 12 ? config % 4 === 1 : config < 16 ? config % 2 === 1 : config % 4 === 3;
  return packet.length > 0 && packet.length <= MAX_UPLINK_PACKET_BYTES && is20Ms && (toc & 7) === 0;
}

/** Waits for a second of sound on a granted stream, and checks its form and rate. @returns what was seen */
export async function secondOfSound(bench: Bench, link: TerminalLink, stream: number): Promise<string> {
  const frames = () => link.frames.filter((frame) => frame.stream === stream);
  const limitMs = 3_000 + bench.tolerances.messageMs;
  const first = await link.until('frame', limitMs, () => frames()[0]);
  const isWhole = () => (frames().at(-1)?.at_us ?? 0) - first.at_us >= 1_000_000 || undefined;
  await link.until('second of sound', limitMs, isWhole);
  const all = frames();
  const packets = all.flatMap((frame) => frame.packets);
  const wrong = packets.filter((packet) => !isMono20Ms(packet)).length;
  const steps = all.map(({ at_us }, i) => at_us - (all[i - 1]?.at_us ?? at_us - 20_000));
  const shortestUs = Math.min(...steps);
  const seen = `${packets.length} packets, ${wrong} of another form, times ${msText(shortestUs)} to ${msText(Math.max(...steps))} apart`;
  const isRate = Math.abs(packets.length - PER_S) <= DEVIATION;
  check(wrong === 0 && shortestUs > -MOST_BACK_US && isRate, seen);
  return seen;
}

/** Waits until frames of an ended stream can no longer be on their way; returns the number that came later. */
export async function framesAfterEnd(bench: Bench, link: TerminalLink, stream: number): Promise<number> {
  const overUs = bench.clock.us() + 500_000 + bench.tolerances.messageMs * 500;
  await bench.until(overUs + 200_000);
  return link.frames.filter((frame) => frame.stream === stream && frame.atUs > overUs).length;
}
