import type { Report } from '../../contract/protocol/terminal.ts';
import { type Case, feature, station } from '../case.types.ts';
import { check, msText } from '../failure.ts';
import { SPEECH_DB } from '../samples.ts';
import { stationState, UPLINK_STREAM } from '../stations.ts';
import { speechPacket } from '../streamSender.ts';
import { framesAfterEnd, secondOfSound, UPLINK_EXPECTED } from '../uplink.ts';

const LEVEL_DB = 1.5;
const ZONE = { id: 9, name: 'Conformance test' };

/** Cases of live speech that is played, and of speech that a station sends. */
export const pages: Case[] = [
  {
    id: 'live-speech',
    anchor: 'frames',
    sentence: 'Live speech has one packet per frame.',
    expected: `packets of speech (SILK and CELT), just in time: heard at \`from_us\`, none lost or late, level_db ${SPEECH_DB} within ${LEVEL_DB} dB`,
    requires: feature('decode'),
    async run(bench) {
      const link = await bench.ready();
      if (bench.volume !== 100) bench.setVolume(link, 100);
      const opened = bench.open(link, {
        packet: speechPacket,
        perFrame: 1,
        aheadUs: bench.tolerances.leadMs * 1e3,
        opened: { task_type: 2 },
      });
      const { stream, fromUs } = opened;
      const isRight = (one: Report) =>
        one.stream === stream && one.level_db !== null && Math.abs(one.level_db - SPEECH_DB) <= LEVEL_DB;
      const right = await link
        .report('level of speech', 4_000 + bench.tolerances.leadMs, fromUs + 1_200_000, isRight)
        .catch(() => null);
      const last = right ?? link.reports.at(-1);
      await bench.end(link, opened);
      const offUs = (last?.first_sound_us ?? Number.NaN) - fromUs;
      const seen = `heard ${msText(offUs)} after from_us, level_db ${last?.level_db}, lost ${last?.lost}, late ${last?.late}`;
      const isWhole = last?.lost === 0 && last.late === 0;
      check(right !== null && isWhole && Math.abs(offUs) <= bench.tolerances.soundMs * 1e3, seen);
      return seen;
    },
  },
  {
    id: 'urgent-power',
    anchor: 'commands',
    sentence:
      'A `stream.open` with `urgent` (an alarm, the emergency microphone, an all-call) switches the amplifier on.',
    expected:
      'after power_off: `powered` no longer false while the stream is open, and false again after its close',
    requires: feature('power'),
    async run(bench) {
      const link = await bench.ready();
      const powered = (isOn: boolean, sinceUs: number, what: string) =>
        link.report(
          what,
          2_000 + bench.tolerances.messageMs,
          sinceUs,
          (one) => (one.powered !== false) === isOn,
        );
      const request = bench.requestNumber;
      let sinceUs = bench.clock.us();
      link.send({ type: 'command', request, action: 'power_off' });
      check((await link.result(request, 'result', 5_000)).ok, 'ok false');
      await powered(false, sinceUs, 'report with powered false');
      sinceUs = bench.clock.us();
      const opened = bench.open(link, { opened: { urgent: true, task_type: 2 } });
      try {
        await powered(true, sinceUs, 'report without powered false');
        sinceUs = bench.clock.us();
        link.send({ type: 'command', request: bench.requestNumber, action: 'power_off' });
        await bench.end(link, opened);
        await powered(false, sinceUs, 'report with powered false after the close');
      } finally {
        link.send({ type: 'command', request: bench.requestNumber, action: 'power_on' });
      }
      return 'on for the urgent stream, off after it';
    },
  },
  {
    id: 'grant-undialled',
    anchor: 'quick-codes',
    sentence: 'Accept a grant of `request` 0 only after you have dialled; otherwise send `talk.stop`.',
    expected: '`talk.stop` of the stream within 1 s, and no frame on it',
    requires: station,
    async run(bench) {
      const link = await bench.ready();
      const stream = UPLINK_STREAM + 2;
      link.granted.add(stream);
      const sinceUs = bench.clock.us();
      link.send({ type: 'talk.granted', request: 0, stream, targets: 1 });
      const find = () => link.ofType('talk.stop', sinceUs).find(({ message }) => message.stream === stream);
      const { atUs } = await link.until('talk.stop', 1_000 + bench.tolerances.messageMs, find);
      const late = await framesAfterEnd(bench, link, stream);
      check(late === 0, `${late} frames`);
      return `talk.stop after ${msText(atUs - sinceUs)}`;
    },
  },
  {
    id: 'page',
    anchor: 'speaking',
    sentence: 'The server refuses other targets, whatever your screen offers.',
    expected: '`talk.start` of the zone of `talk.targets`; status idle after `talk.refused`',
    requires: station,
    person: true,
    async run(bench) {
      const link = await bench.ready();
      link.send({ type: 'talk.targets', orgs: [{ ...ZONE, parent: null }] });
      const sinceUs = bench.clock.us();
      bench.person?.({ key: 'page', zone: ZONE });
      const find = () => link.ofType('talk.start', sinceUs)[0];
      const { message } = await link.until('talk.start', bench.tolerances.connectMs, find);
      const refusedUs = bench.clock.us();
      const { request, mode, targets } = message;
      link.send({ type: 'talk.refused', request, code: 'busy', message: 'The zone is busy' });
      await link.handled(2_000 + bench.tolerances.messageMs);
      await stationState(bench, link, refusedUs, 'idle');
      const seen = `mode ${mode}, zones ${targets.orgs}, request ${request}`;
      check(mode === 'page' && targets.orgs.join() === String(ZONE.id) && request > 0, seen);
      return seen;
    },
  },
  {
    id: 'dialled-page',
    anchor: 'quick-codes',
    sentence: 'send the microphone on its `stream` at once, and end it by `talk.stop`',
    expected: `status paging; ${UPLINK_EXPECTED}; \`talk.stop\`, and no frame after \`talk.ended\``,
    requires: station,
    person: true,
    async run(bench) {
      const link = await bench.ready();
      const stream = UPLINK_STREAM + 3;
      const waitMs = bench.tolerances.connectMs;
      link.granted.add(stream);
      const sinceUs = bench.clock.us();
      bench.person?.({ key: 'dial', number: '0013' });
      await link.until('call.dial', waitMs, () => link.ofType('call.dial', sinceUs)[0]);
      const grantedUs = bench.clock.us();
      link.send({ type: 'talk.granted', request: 0, stream, targets: 14 });
      await stationState(bench, link, grantedUs, 'paging');
      const sound = await secondOfSound(bench, link, stream);
      bench.person?.({ key: 'hangup' });
      const find = () => link.ofType('talk.stop', grantedUs).find((one) => one.message.stream === stream);
      await link.until('talk.stop', waitMs, find);
      link.send({ type: 'talk.ended', stream, reason: 'finished', message: 'The announcement has ended' });
      const late = await framesAfterEnd(bench, link, stream);
      const seen = `${sound}, ${late} after the end`;
      check(late === 0, seen);
      return seen;
    },
  },
];
