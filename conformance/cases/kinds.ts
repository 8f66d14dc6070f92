import type { Case } from '../case.types.ts';
import { check, msText } from '../failure.ts';
import { framesAfterEnd, secondOfSound, UPLINK_EXPECTED } from '../uplink.ts';

const CAPTURE_STREAM = 2_147_483_649;

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
    expected: `${UPLINK_EXPECTED}; none after capture.close`,
    requires: { text: 'role 2', holds: ({ role }) => role === 2 },
    async run(bench) {
      const link = await bench.ready();
      link.granted.add(CAPTURE_STREAM);
      link.send({ type: 'capture.open', stream: CAPTURE_STREAM, channel: 1 });
      const sound = await secondOfSound(bench, link, CAPTURE_STREAM);
      link.send({ type: 'capture.close', stream: CAPTURE_STREAM });
      const late = await framesAfterEnd(bench, link, CAPTURE_STREAM);
      const seen = `${sound}, ${late} after the close`;
      check(late === 0, seen);
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
