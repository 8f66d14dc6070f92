import { type Case, station } from '../case.types.ts';
import { check, msText } from '../failure.ts';
import { callState, stationState, UPLINK_STREAM } from '../stations.ts';
import { framesAfterEnd, secondOfSound, UPLINK_EXPECTED } from '../uplink.ts';

const CALL = 3;

/** Cases of calls between two stations; the server begins and ends them. */
export const calls: Case[] = [
  {
    id: 'call-ringing',
    anchor: 'calls',
    sentence: 'your station rings: answer or hang up. No sound is sent before you answer',
    expected: 'status ringing with the name of the peer, then idle after `ended`; no binary frame',
    requires: station,
    async run(bench) {
      const link = await bench.ready();
      const { length: before } = bench.server.observations.invalid;
      const sinceUs = bench.clock.us();
      callState(link, CALL, 'ringing');
      const ringing = await stationState(bench, link, sinceUs, 'ringing');
      check(ringing.peer === 'Gate', `peer ${ringing.peer}`);
      const endUs = bench.clock.us();
      callState(link, CALL, 'ended', { reason: 'cancelled', message: 'The call has ended' });
      await stationState(bench, link, endUs, 'idle');
      const sent = bench.server.observations.invalid.slice(before);
      check(sent.length === 0, sent.join('; '));
      return `ringing after ${msText(ringing.atUs - sinceUs)}, then idle`;
    },
  },
  {
    id: 'call-talking',
    anchor: 'calls',
    sentence: 'with `stream`: send the microphone on this stream (see Sending sound) until `ended`.',
    expected: `status talking; ${UPLINK_EXPECTED}; the stream of the other station heard in time; no frame after \`ended\``,
    requires: station,
    async run(bench) {
      const link = await bench.ready();
      link.granted.add(UPLINK_STREAM);
      const sinceUs = bench.clock.us();
      callState(link, CALL, 'talking');
      callState(link, CALL, 'talking', { stream: UPLINK_STREAM });
      await stationState(bench, link, sinceUs, 'talking');
      const opened = bench.open(link, { perFrame: 1, opened: { task_type: 888 } });
      const { stream, fromUs } = opened;
      const sound = await secondOfSound(bench, link, UPLINK_STREAM);
      const heard = await link.report(
        'first_sound_us of the other station',
        4_000,
        fromUs,
        (one) => one.stream === stream && one.first_sound_us !== null,
      );
      const endUs = bench.clock.us();
      callState(link, CALL, 'ended', { reason: 'hung_up', message: 'The call has ended' });
      await bench.end(link, opened);
      await stationState(bench, link, endUs, 'idle');
      const late = await framesAfterEnd(bench, link, UPLINK_STREAM);
      const offUs = (heard.first_sound_us ?? Number.NaN) - fromUs;
      const seen = `${sound}; the other station heard ${msText(offUs)} after from_us; ${late} frames after the end`;
      check(late === 0 && Math.abs(offUs) <= bench.tolerances.soundMs * 1e3, seen);
      return seen;
    },
  },
  {
    id: 'call-lost',
    anchor: 'calls',
    sentence: 'A lost connection ends its call.',
    expected: 'status idle after the reconnection, and no binary frame',
    requires: station,
    async run(bench) {
      const link = await bench.ready();
      link.granted.add(UPLINK_STREAM + 1);
      const sinceUs = bench.clock.us();
      callState(link, CALL, 'talking', { stream: UPLINK_STREAM + 1 });
      await stationState(bench, link, sinceUs, 'talking');
      link.terminate();
      const { length: before } = bench.server.observations.invalid;
      await bench.handshake(5_000);
      const next = await bench.ready();
      const after = await stationState(bench, next, next.openedUs, 'idle');
      const sent = bench.server.observations.invalid.slice(before);
      check(sent.length === 0, sent.join('; '));
      return `idle ${msText(after.atUs - next.openedUs)} after the reconnection`;
    },
  },
  {
    id: 'call-answer',
    anchor: 'calls',
    sentence: 'A station sends what its keys say',
    expected: '`call.answer` with the number of the ringing call, and `call.hangup` of the answered one',
    requires: station,
    person: true,
    async run(bench) {
      const link = await bench.ready();
      const waitMs = bench.tolerances.connectMs;
      callState(link, CALL, 'ringing');
      await stationState(bench, link, link.openedUs, 'ringing');
      bench.person?.({ key: 'answer' });
      const answer = await link.until('call.answer', waitMs, () => link.ofType('call.answer')[0]);
      callState(link, CALL, 'talking');
      bench.person?.({ key: 'hangup' });
      const hangup = await link.until('call.hangup', waitMs, () => link.ofType('call.hangup')[0]);
      const sinceUs = bench.clock.us();
      callState(link, CALL, 'ended', { reason: 'hung_up', message: 'The call has ended' });
      await stationState(bench, link, sinceUs, 'idle');
      const seen = `call.answer of ${answer.message.call}, call.hangup of ${hangup.message.call}`;
      check(answer.message.call === CALL && hangup.message.call === CALL, seen);
      return seen;
    },
  },
  {
    id: 'call-dial',
    anchor: 'quick-codes',
    sentence: 'exactly as it was typed: leading zeros count, so `0012` is not `12`',
    expected: '`call.dial` with the number 0012',
    requires: station,
    person: true,
    async run(bench) {
      const link = await bench.ready();
      const sinceUs = bench.clock.us();
      bench.person?.({ key: 'dial', number: '0012' });
      const find = () => link.ofType('call.dial', sinceUs)[0];
      const { message } = await link.until('call.dial', bench.tolerances.connectMs, find);
      callState(link, 0, 'ended', { reason: 'started', message: 'Started: Bell' });
      check(message.number === '0012', `number ${message.number}`);
      return `number ${message.number}`;
    },
  },
];
