import type { Case } from '../case.types.ts';
import { check, msText } from '../failure.ts';

/** Frames of a capturer per second, and their allowed deviation. */
const PER_S = 50;
const DEVIATION = 10;
/** A time that is further before the previous one counts as a corrected clock, µs. */
const MOST_BACK_US = 200_000;
const CAPTURE_STREAM = 2_147_483_649;

/** Tells whether a packet is one Opus frame of 20 ms, mono, by its first byte. */
export function isMono20Ms(packet: Uint8Array): boolean {
  const toc = packet[0] ?? 0;
  const config = toc >> 3;
  const is20Ms = config < 12 ? config % 4 === 1 : config < 16 ? config % 2 === 1 : config % 4 === 3;
  return packet.length > 0 && packet.length <= 1_275 && is20Ms && (toc & 7) === 0;
}

/** Cases of terminals that are no loudspeakers. */
export const kinds: Case[] = [
  {
    id: 'outputs',
    anchor: 'outputs',
    sentence: 'Switch at once, and confirm with a `status`.',
    expected: 'a status with output 1 on within 1 s, and off 300 ms later by itself',
    requires: { text: 'role 4', holds: ({ role }) => role === 4 },
    async run(bench) {
      const link = await bench.ready();
      const stateAt = (sinceUs: number) =>
        link.ofType('status', sinceUs).flatMap(({ atUs, message }) => {
          const output = 'outputs' in message ? message.outputs.find((one) => one.output === 1) : undefined;
          return output === undefined ? [] : [{ atUs, isOn: output.on }];
        });
      const sinceUs = bench.clock.us();
      link.send({ type: 'outputs', set: [{ output: 1, on: true, pulse_ms: 300 }] });
      const limitMs = 1_000 + bench.tolerances.messageMs;
      const find = (fromUs: number, wanted: boolean) => () =>
        stateAt(fromUs).find(({ isOn }) => isOn === wanted);
      const on = await link.until('status with output 1 on', limitMs, find(sinceUs, true));
      const off = await link.until('status with output 1 off', limitMs, find(on.atUs, false));
      return `on after ${msText(on.atUs - sinceUs)}, off ${msText(off.atUs - on.atUs)} later`;
    },
  },
  {
    id: 'capture',
    anchor: 'frames-going-up',
    sentence: 'each is one Opus packet of **20 ms, mono, in one frame**',
    expected: `${PER_S} packets in a second on the granted stream, no time 0.2 s before the previous one, none after capture.close`,
    requires: { text: 'role 2', holds: ({ role }) => role === 2 },
    async run(bench) {
      const link = await bench.ready();
      link.granted.add(CAPTURE_STREAM);
      link.send({ type: 'capture.open', stream: CAPTURE_STREAM, channel: 1 });
      const limitMs = 3_000 + bench.tolerances.messageMs;
      const first = await link.until('frame', limitMs, () => link.frames[0]);
      const isWhole = () => (link.frames.at(-1)?.at_us ?? 0) - first.at_us >= 1_000_000 || undefined;
      await link.until('second of sound', limitMs, isWhole);
      const packets = link.frames.flatMap((frame) => frame.packets);
      const wrong = packets.filter((packet) => !isMono20Ms(packet)).length;
      const steps = link.frames.map(({ at_us }, i) => at_us - (link.frames[i - 1]?.at_us ?? at_us - 20_000));
      const longestUs = Math.max(...steps);
      const shortestUs = Math.min(...steps);
      link.send({ type: 'capture.close', stream: CAPTURE_STREAM });
      const closedUs = bench.clock.us();
      const overUs = closedUs + 500_000 + bench.tolerances.messageMs * 500;
      await bench.until(overUs + 200_000);
      const late = link.frames.filter(({ atUs }) => atUs > overUs).length;
      const seen = `${packets.length} packets, ${wrong} of another form, times ${msText(shortestUs)} to ${msText(longestUs)} apart, ${late} after the close`;
      const isRate = Math.abs(packets.length - PER_S) <= DEVIATION;
      check(wrong === 0 && shortestUs > -MOST_BACK_US && isRate && late === 0, seen);
      return seen;
    },
  },
  {
    id: 'status',
    anchor: 'status',
    sentence: '`kind` must be the kind as which you were adopted',
    expected: 'a status of the kind of the role within 2 s after the welcome',
    requires: { text: 'role 1 to 4', holds: ({ role }) => role !== 0 },
    async run(bench) {
      const link = await bench.ready();
      const find = () => link.ofType('status')[0];
      const { message } = await link.until('status', 2_000 + bench.tolerances.messageMs, find);
      const role = link.hello?.role ?? 0;
      const station = link.hello?.features.includes('dialogue') ? 'dialogue' : 'caster';
      const kind = ['', station, 'capturer', 'xtts', 'fire_control_device'][role];
      check(message.kind === kind, `kind ${message.kind}, not ${kind}`);
      return `kind ${message.kind}`;
    },
  },
];
