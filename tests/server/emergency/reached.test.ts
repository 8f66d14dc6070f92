import { beforeEach, expect, test } from 'vitest';
import type { Report } from '../../../contract/protocol/terminal.ts';
import { createDeliveryLog } from '../../../server/air/emergency/effects/deliveryLog.ts';
import {
  hasNoTerminals,
  watchUnreachablePlans,
} from '../../../server/air/emergency/effects/unreachablePlans.ts';
import { type AlarmSound, RunningAlarm } from '../../../server/air/emergency/machine/runningAlarm.ts';

/** Clock that the test moves, and reports of terminals by then. */
let now = 0;
let firsts: Map<number, number>;
let reports: Map<number, Report>;
let events: [string, Record<string, number>][];
const BROADCAST = 7;

const reached = createDeliveryLog({
  proof: {
    firstSoundAt: (_broadcast, terminal) => firsts.get(terminal) ?? null,
    report: (terminal) => reports.get(terminal) ?? null,
  },
  note: (_alarm, kind, params) => void events.push([kind, params]),
  mono: () => now,
});
beforeEach(() => {
  now = 0;
  firsts = new Map();
  reports = new Map();
  events = [];
});

const soundOf = (step: number, terminals: readonly number[], source = 0): AlarmSound => ({
  step,
  task: { audio_source: source } as AlarmSound['task'],
  targets: new Map(terminals.map((id) => [id, 1])),
  broadcast: BROADCAST,
  busy: false,
  failed: false,
  notified: new Set(),
  confirmed: new Map(),
  heard: new Map(),
});
function alarmOf(sounds: AlarmSound[], plan: object = {}): RunningAlarm {
  const row = { state: 'alarming', drill: 'none', step_at: 0, began_at: 0 } as RunningAlarm['row'];
  const empty = { id: 3, name: 'P', org: 1, linkage_task_ids: [], output_nums: [], gpio_set_task_ids: [] };
  const alarm = new RunningAlarm(row, { ...empty, ...plan } as unknown as RunningAlarm['plan']);
  alarm.sounds = sounds;
  return alarm;
}
function pass(alarm: RunningAlarm, ms: number): void {
  for (const until = now + ms; now < until; ) {
    now += 250;
    reached.look(alarm);
  }
}
const report = (terminal: number, state: 'playing' | 'idle') =>
  reports.set(terminal, { state, stream: state === 'playing' ? BROADCAST : null } as unknown as Report);

test('a phase silenced before the first report still records how many terminals sounded and how soon, then their silence', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  const alarm = alarmOf([soundOf(0, all)]);
  reached.begin(alarm, 0);
  pass(alarm, 500);
  reached.silenced(alarm);
  pass(alarm, 250);
  // Their reports of the previous second arrive now: they sounded.
  for (const id of all) {
    firsts.set(id, 400 + id * 10);
    report(id, 'playing');
  }
  pass(alarm, 250);
  expect(events).toEqual([['reached', { n: 8, targets: 8, ms: 480 }]]);
  for (const id of all) report(id, 'idle');
  pass(alarm, 1000);
  expect(events.slice(1)).toEqual([['fell_silent', { n: 8, of: 8 }]]);
  pass(alarm, 10_000);
  expect(events).toHaveLength(2);
});

test('a terminal that continues sounding after a silence, or reports nothing, is not recorded as silent', () => {
  const alarm = alarmOf([soundOf(0, [1, 2, 3])]);
  reached.begin(alarm, 0);
  for (const id of [1, 2, 3]) {
    firsts.set(id, 100);
    report(id, 'playing');
  }
  pass(alarm, 500);
  reached.silenced(alarm);
  now += 100;
  report(1, 'idle');
  report(2, 'playing');
  pass(alarm, 3_500);
  expect(events.map(([kind]) => kind)).toEqual(['reached']);
  pass(alarm, 1_000);
  expect(events.at(-1)).toEqual(['fell_silent', { n: 1, of: 3 }]);
});

test('each phase records its reach: when complete, after three seconds, and at its end', () => {
  const alarm = alarmOf([soundOf(0, [1, 2])]);
  reached.begin(alarm, 0);
  pass(alarm, 3_000);
  expect(events).toEqual([['reached', { n: 0, targets: 2, ms: 3000 }]]);
  firsts.set(1, 3_500);
  pass(alarm, 1_000);
  reached.close(alarm);
  expect(events.slice(1)).toEqual([['reached', { n: 1, targets: 2, ms: 3500 }]]);
  alarm.row.step_at = now;
  alarm.sounds.push(soundOf(1, [3]));
  reached.begin(alarm, 1);
  firsts.set(3, now + 300);
  pass(alarm, 500);
  expect(events.at(-1)).toEqual(['reached', { n: 1, targets: 1, ms: 300 }]);
  reached.close(alarm);
  expect(events).toHaveLength(3);
});

test('an alarm without a terminal to sound at is a fault until it has one or ends; a plan that only switches is excluded', () => {
  const open = new Set<string>();
  const watch = watchUnreachablePlans({
    open: ({ subject }) => void open.add(subject),
    resolve: (_kind, subject) => void open.delete(subject),
    allOpen: () => [...open].map((subject) => ({ kind: 'alarm_nowhere', subject })) as never,
  });
  const empty = alarmOf([]);
  watch.changed(empty, false);
  expect([...open]).toEqual(['3']);
  watch.changed(empty, true);
  expect(open.size).toBe(0);
  const gone = alarmOf([soundOf(0, [])], { linkage_task_ids: [5], output_nums: [1] });
  watch.changed(gone, false);
  expect(open.size).toBe(1);
  gone.sounds = [soundOf(0, [9])];
  watch.changed(gone, false);
  expect(open.size).toBe(0);
  expect(hasNoTerminals(alarmOf([], { output_nums: [1] }))).toBe(false);
  expect(hasNoTerminals(alarmOf([], { linkage_task_ids: [5], output_nums: [1] }))).toBe(true);
  open.add('3');
  watch.resolveEnded(() => false);
  expect(open.size).toBe(0);
});
