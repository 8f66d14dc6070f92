import { type Case, feature } from '../case.types.ts';
import { check, msText } from '../failure.ts';

/** Longest time between two exchanges of `time` in the steady state: 3 s, varied by a third. */
const LONGEST_TIME_S = 4;

/** Cases of a welcomed terminal that plays nothing. */
export const reporting: Case[] = [
  {
    id: 'synced',
    anchor: 'time',
    sentence: 'You are *synced* after 8 answers, or after 3 that agree within 3 ms.',
    expected: 'the state idle within 10 s, with clock_error_us of at most 20 ms',
    async run(bench) {
      const link = await bench.ready();
      const { clock_error_us: errorUs } = link.reports.at(-1) ?? {};
      check(errorUs == null || errorUs <= 20_000, `clock_error_us ${errorUs}`);
      return `idle, clock_error_us ${errorUs ?? 'absent'}`;
    },
  },
  {
    id: 'reports',
    anchor: 'report',
    sentence: 'Send a report every second from `welcome` on.',
    expected: 'no 1.3 s without a report in 3.5 s, and at most 12 reports',
    async run(bench) {
      const link = await bench.ready();
      const sinceUs = bench.clock.us();
      await bench.until(sinceUs + 3_500_000);
      bench.stillOpen(link);
      const times = link.reports.map(({ atUs }) => atUs).filter((us) => us >= sinceUs);
      const gaps = [...times, bench.clock.us()].map((us, i) => us - (times[i - 1] ?? sinceUs));
      const longestUs = Math.max(...gaps);
      const seen = `${times.length} reports, longest time between two ${msText(longestUs)}`;
      check(longestUs <= 1_300_000 + bench.tolerances.messageMs * 1e3 && times.length <= 12, seen);
      return seen;
    },
  },
  {
    id: 'idle-report',
    anchor: 'report',
    sentence: 'media time of the sound that is heard at this moment; null while no sound plays',
    expected: 'state idle, with stream, position_us and level_db null or absent',
    async run(bench) {
      const link = await bench.ready();
      const last = link.reports.at(-1);
      const { state, stream, position_us, level_db } = last ?? {};
      const seen = `state ${state}, stream ${stream}, position_us ${position_us}, level_db ${level_db}`;
      check(state === 'idle' && stream === null && position_us === null && level_db === null, seen);
      return seen;
    },
  },
  {
    id: 'time-exchanges',
    anchor: 'time',
    sentence: 'one every second, later one every 3 s',
    expected: `no ${LONGEST_TIME_S} s without an exchange since the welcome, and at most 8 in any second after 3 s`,
    async run(bench) {
      const link = await bench.ready();
      const times = link.ofType('time').map(({ atUs }) => atUs);
      const longestUs = Math.max(...[...times, bench.clock.us()].map((us, i) => us - (times[i - 1] ?? us)));
      const later = times.filter((us) => us > link.openedUs + 3_000_000);
      const most = Math.max(0, ...later.map((us) => later.filter((o) => o >= us && o < us + 1e6).length));
      const seen = `longest time between two ${msText(longestUs)}, at most ${most} in a second`;
      check(longestUs <= LONGEST_TIME_S * 1e6 + bench.tolerances.messageMs * 1e3 && most <= 8, seen);
      return seen;
    },
  },
  {
    id: 'unknown-command',
    anchor: 'commands',
    sentence: 'For an action that you do not know or cannot do, send `ok` false',
    expected: '`result` with this request and ok false within 5 s',
    async run(bench) {
      const link = await bench.ready();
      const request = bench.requestNumber;
      link.send({ type: 'command', request, action: 'later_action' });
      const message = await link.result(request, 'result', 5_000);
      check(!message.ok, 'ok true');
      return `ok false${message.message === undefined ? '' : `, "${message.message}"`}`;
    },
  },
  {
    id: 'identify',
    anchor: 'commands',
    sentence: 'Answer within 5 s.',
    expected: '`result` with this request and ok true within 5 s',
    requires: feature('identify'),
    async run(bench) {
      const link = await bench.ready();
      const request = bench.requestNumber;
      link.send({ type: 'command', request, action: 'identify' });
      const message = await link.result(request, 'result', 5_000);
      check(message.ok, 'ok false');
      return 'ok true';
    },
  },
  {
    id: 'drill',
    anchor: 'silent-drill',
    sentence:
      'If you could be heard now (your clock is known, and you are not locked), answer with the\nnumber.',
    expected: '`drill` with this number within 1 s, and nothing played',
    requires: feature('decode'),
    async run(bench) {
      const link = await bench.ready();
      const drill = 977;
      const sinceUs = bench.clock.us();
      link.send({ type: 'drill', drill, title: 'Conformance test' });
      const find = () => link.ofType('drill', sinceUs).find(({ message }) => message.drill === drill);
      const { atUs } = await link.until('answer', 1_000 + bench.tolerances.messageMs, find);
      const played = link.reports.some((one) => one.atUs >= sinceUs && one.state === 'playing');
      check(!played, 'state playing');
      return `answered after ${msText(atUs - sinceUs)}`;
    },
  },
];
