import { setTimeout as pause } from 'node:timers/promises';
import type { OfflineProgramme } from '../../contract/protocol/offline.ts';
import type { Bench } from '../bench.ts';
import type { Case } from '../case.types.ts';
import { check } from '../failure.ts';
import { itemOf, keepCase, programmeOf } from '../keepServer.ts';
import type { TerminalLink } from '../link.ts';

const TASK = 17;
const ALARM_TASK_TYPE = 3;
const LENGTH_MS = 3_000;
const item = itemOf(5, 1_000);
/** Time from the manifest to the start of its run, s: the item may have to be fetched. */
const LEAD_S = 4;

const untilWall = (ms: number) => pause(Math.max(0, ms - Date.now()));
const nextStart = () => Math.ceil(Date.now() / 1e3) + LEAD_S;
const runAt = (start_s: number) => ({
  programmes: [programmeOf(TASK, item, LENGTH_MS)],
  runs: [{ start_s, programme: 0 }],
});

/** Cuts the link until `wallMs`, and welcomes the terminal after that. */
async function cutUntil(bench: Bench, link: TerminalLink, wallMs: number) {
  bench.server.isReachable = false;
  link.terminate();
  await untilWall(wallMs);
  bench.server.isReachable = true;
  const next = await bench.handshake(10_000 + bench.tolerances.messageMs);
  bench.welcome(next);
  return next;
}

/**
 * Lets a run of 4 s and, from its second second on, one of 1 s that is above it be due without a link.
 * @returns how long each of both was heard, ms
 */
async function twoRuns(
  { bench, link, keep }: Parameters<Parameters<typeof keepCase>[1]>[0],
  lower: Pick<OfflineProgramme, 'resume'>,
) {
  const start = nextStart();
  const programmes = [
    { ...programmeOf(TASK, item, 4_000), ...lower },
    { ...programmeOf(TASK + 1, item, 1_000), weight: 20_060 },
  ];
  const runs = [0, 1].map((programme) => ({ start_s: start + programme, programme }));
  await keep.store(link, [item], { programmes, runs });
  await untilWall(start * 1e3 - 1_000);
  const next = await cutUntil(bench, link, start * 1e3 + 4_500);
  const records = [];
  for (const { start_s, programme } of runs)
    records.push(await keep.played(next, (one) => one.task === TASK + programme && one.start_s === start_s));
  next.send({ type: 'keep.confirmed', records: records.map(({ n }) => n) });
  return records.map(({ played_ms }) => played_ms);
}

/** Allowed deviation of the time for which a run was heard that another one interrupts, ms. */
const INTERRUPTED_MS = 400;
/** Checks both times of `twoRuns`, ms. @returns what was seen */
function checkPlayed(played: number[], expected: number[]): string {
  const seen = `played_ms ${played.join(' and ')}`;
  check(
    expected.every((ms, i) => Math.abs((played[i] ?? 0) - ms) <= INTERRUPTED_MS),
    seen,
  );
  return seen;
}

/** Cases of what a terminal plays while its link is cut, and of its records. */
export const playingAlone: Case[] = [
  keepCase(
    {
      id: 'linked',
      anchor: 'keeping',
      sentence: 'It plays them only while its link is down.',
      expected: 'state idle while a run is due and the link is there',
    },
    async ({ bench, link, keep }) => {
      const start = nextStart();
      await keep.store(link, [item], runAt(start));
      await untilWall(start * 1e3);
      const sinceUs = bench.clock.us();
      await untilWall(start * 1e3 + 1_500);
      const played = link.reports.filter(({ atUs, state }) => atUs >= sinceUs && state === 'playing').length;
      check(played === 0, `${played} reports with the state playing`);
      return 'idle';
    },
  ),
  keepCase(
    {
      id: 'alone',
      anchor: 'playing-alone',
      sentence: 'A run is due from `start_s` for `length_ms`.',
      expected: `a record of the run: first_sound_ms at its start within the tolerance of sound and 20 ms, played_ms ${LENGTH_MS} within 200`,
    },
    async ({ bench, link, keep }) => {
      await keep.store(link, [item]);
      const start = nextStart();
      await keep.store(link, [item], runAt(start));
      await untilWall(start * 1e3 - 1_000);
      const next = await cutUntil(bench, link, start * 1e3 + LENGTH_MS + 500);
      const record = await keep.played(next, (one) => one.task === TASK && one.start_s === start);
      const offMs = (record.first_sound_ms ?? Number.NaN) - start * 1e3;
      next.send({ type: 'keep.confirmed', records: [record.n] });
      const seen = `first_sound_ms ${offMs} ms after the start, played_ms ${record.played_ms}, broadcast ${record.broadcast}`;
      const isRight = record.broadcast === null && Math.abs(record.played_ms - LENGTH_MS) <= 200;
      check(isRight && Math.abs(offMs) <= bench.tolerances.soundMs + 20, seen);
      return seen;
    },
  ),
  keepCase(
    {
      id: 'confirmed',
      anchor: 'playing-alone',
      sentence: 'Then report what you have played, until the server confirms it',
      expected: 'no record that was confirmed after the next welcome',
    },
    async ({ bench, link }) => {
      const confirmed = link.ofType('keep.played').flatMap(({ message }) => message.records);
      check(confirmed.length > 0, 'nothing was reported before');
      link.terminate();
      const next = await bench.handshake(5_000);
      bench.welcome(next);
      await bench.synced(next);
      await bench.until(bench.clock.us() + 1_500_000);
      const again = next.ofType('keep.played').flatMap(({ message }) => message.records);
      check(again.length === 0, `records ${again.map(({ n }) => n)} again`);
      return 'no record';
    },
  ),
  keepCase(
    {
      id: 'alone-rank',
      anchor: 'playing-alone',
      sentence: 'When it has ended, another run that is still due continues at its current position.',
      expected:
        'of a run of 4 s and one of 1 s with a larger `weight` from its second second on: 3 s and 1 s, each within 0.4 s',
    },
    async (at) => checkPlayed(await twoRuns(at, {}), [3_000, 1_000]),
  ),
  keepCase(
    {
      id: 'alone-ends',
      anchor: 'playing-alone',
      sentence: '`none`: it ends here.',
      expected: 'the same with `resume` `none` in the run of 4 s: 1 s of each, within 0.4 s',
    },
    async (at) => checkPlayed(await twoRuns(at, { resume: 'none' }), [1_000, 1_000]),
  ),
  keepCase(
    {
      id: 'alarm-alone',
      anchor: 'alarms',
      sentence: 'If the link is lost while this stream is open, and you have its items, continue the alarm',
      expected:
        'a record of the alarm with task and start_s null, played_ms at least 1 s of 3 s without a link; the stream heard again after it',
    },
    async ({ bench, link, keep }) => {
      await keep.store(link, [item]);
      const began_us = bench.clock.inMs(bench.tolerances.leadMs);
      const list = [{ item: item.id, ms: item.ms }];
      const kept = { before: [], list, after: [], list_ms: null, began_us, max_s: 60 };
      const opened = { task_type: ALARM_TASK_TYPE, priority: 90, urgent: true, began_us, kept };
      const alarm = bench.open(link, { fromUs: began_us, opened });
      await bench.until(began_us + 500_000);
      const next = await cutUntil(bench, link, Date.now() + 3_000);
      const { stream } = alarm;
      const again = bench.open(next, { stream, fromUs: bench.clock.inMs(bench.tolerances.leadMs), opened });
      const isHeard = (state: string, one: number | null) => state === 'playing' && one === stream;
      await next.report('alarm after the loss', 5_000, again.fromUs + 300_000, (one) =>
        isHeard(one.state, one.stream),
      );
      const record = await keep.played(next, (one) => one.broadcast === stream);
      next.send({ type: 'keep.confirmed', records: [record.n] });
      await bench.end(next, again);
      const seen = `played_ms ${record.played_ms}, task ${record.task}, start_s ${record.start_s}`;
      check(record.played_ms >= 1_000 && record.task === null && record.start_s === null, seen);
      return seen;
    },
  ),
];
