import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AlarmLive, AlarmRecordDetail } from '../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanDryRun } from '../../../contract/entities/tasks/alarmPlan.ts';
import { eventText } from '../../../src/views/emergency/alarms/eventText.ts';
import { lacksOf } from '../../../src/views/emergency/plans/planKind.tsx';
import { recordStatus } from '../../../src/views/emergency/records/recordColumns.ts';
import { recordFacts } from '../../../src/views/emergency/records/recordFacts.ts';
import { announcements } from '../../../src/views/shared/alarms/announcements.ts';
import {
  attentionSentence,
  inputSentences,
  lostSentence,
  planStand,
  startSentence,
  stepState,
  zonesSentence,
} from '../../../src/views/shared/alarms/factSentences.ts';
import { nextOf, nextStepName } from '../../../src/views/shared/alarms/nextOf.ts';
import {
  dryRunSentences,
  effectSentence,
  heldSentence,
  missing,
  phaseSentence,
  planSentences,
  proofTitle,
  resetSentence,
  type Sentence,
  sentSentence,
  silenceOf,
  silenceSentences,
  unheardSentence,
  zoneSentences,
} from '../../../src/views/shared/alarms/sentences.ts';
import { random } from '../../support/random.ts';
import { AlarmWorld } from './alarmWorld.ts';
import { eventWords, type Facts, labels, sentenceTable } from './sentenceTable.ts';

/** Number of random histories, each with a seed of its own (`npm run long`: more, from another seed). */
const HISTORIES = Number(process.env.LONG_RUNS ?? 150);
const FIRST = Number(process.env.LONG_SEED ?? 1);
const STEPS = 40;
/**
 * Keys that the histories do not reach: none is cancelled in its record, and in none all loudspeakers sound before one
 * falls silent (announcements.test.ts).
 */
const unreached = new Set(['alarmRecord.cancelled', 'alarm.announcement.unheard']);

/** Returns keys untranslated; a step without a name is identified by its number. */
const t = ((key: string, params?: { n?: number }) =>
  key === 'alarm.stepN' ? `${key} ${params?.n}` : key) as never;

function holds({ key, params = {} }: Sentence, facts: Omit<Facts, 'params'>): void {
  const when = sentenceTable[key];
  expect(when, `${key} is not in the table`).toBeDefined();
  if (typeof when === 'function')
    expect(when({ ...facts, params }), `${key} ${JSON.stringify(params)}`).toBe(true);
}

/** All sentences that the screens show for a site. */
function sentencesOf(world: AlarmWorld, before: AlarmLive | null): Sentence[] {
  const { alarm, plan, now } = world;
  const last = before === null ? [] : [before];
  const notes = announcements(last, alarm === null ? [] : [alarm]).notes;
  const announcedKeys = [
    ...notes.map(({ what }) => ({ key: `alarm.announcement.${what}` })),
    ...lacksOf(plan).map((lack) => ({ key: `alarmPlan.lack.${lack}` })),
  ];
  if (alarm === null)
    return [
      ...planSentences(plan, plan.ready ? '' : 'Leave'),
      ...planStand(plan),
      startSentence(plan),
      ...announcedKeys,
    ];
  const next = nextOf(alarm, now);
  const params = { name: nextStepName(alarm, t) };
  const silence = silenceOf(alarm, world.events);
  const status = recordStatus(alarm);
  return [
    ...announcedKeys,
    ...[
      unheardSentence(alarm),
      resetSentence(alarm, now),
      lostSentence(alarm),
      attentionSentence(alarm),
    ].filter((one) => one !== null),
    ...inputSentences(alarm),
    ...(next === null
      ? []
      : [
          { key: next.until, params },
          { key: next.to, params },
        ]),
    ...(alarm.state === 'alarming'
      ? [
          phaseSentence(alarm),
          proofTitle(alarm),
          zonesSentence(alarm),
          effectSentence(alarm, 'acknowledge'),
          effectSentence(alarm, alarm.silenced ? 'unsilence' : 'silence'),
        ]
      : []),
    ...(alarm.state === 'starting' ? [] : [effectSentence(alarm, 'reset')]),
    ...(alarm.state === 'alarming' && silence !== null ? silenceSentences(silence, String) : []),
    ...(status in { in_alarm: 1, drill: 1 } ? [{ key: `status.${status}` }] : []),
  ];
}

/** Sentences about each zone of an alarm. */
function addZoneSentences(world: AlarmWorld, alarm: AlarmLive): void {
  for (const zone of alarm.zones) {
    const others = world.chance(0.5) ? '' : 'Smoke';
    const all = [
      ...(missing(zone) > 0 ? zoneSentences(zone, alarm.drill === 'silent') : []),
      ...[sentSentence(zone)].filter((one) => one !== null),
      ...(zone.preempted > 0 ? [heldSentence(zone, others)] : []),
    ];
    for (const one of all) {
      seenInZones.add(one.key);
      holds(one, { world, zone: zone.org });
    }
  }
}
const seenInZones = new Set<string>();

/** Expects that exactly the steps that the alarm has reached are shown as over or current. */
function checkSteps(world: AlarmWorld, alarm: AlarmLive): void {
  const times = (kind: string) => world.events.filter((one) => one.kind === kind).length;
  for (let i = 0; i <= alarm.steps; i++) {
    const isReached = times('alarming') > 0 && times('step') >= i;
    expect(['past', 'now'].includes(stepState(alarm, i)), `step ${i} of ${alarm.state}`).toBe(isReached);
  }
}

/** Sentences of timeline and record, with their parameters. */
function alarmSentences(world: AlarmWorld, alarm: AlarmLive): Sentence[] {
  const found: Sentence[] = [];
  const spy = ((key: string, params?: Sentence['params']) => {
    if (key.startsWith('alarmEvent.') || key.startsWith('alarmRecord.'))
      found.push(params === undefined ? { key } : { key, params });
    return key === 'alarm.stepN' ? `${key} ${params?.n}` : key;
  }) as never;
  for (const event of world.events) eventText(spy, event, alarm.drill);
  const record = {
    ...alarm,
    events: world.events,
    output_nums: [],
    created_at: 0,
    reset_at: null,
    reset_by_user: '',
    ended_how: null,
    cancelled: false,
    heard: 0,
    first_sound_ms: null,
  };
  recordFacts(spy, record as unknown as AlarmRecordDetail, 'UTC');
  return found;
}

test('in random histories alarm control, strip, plans, timeline and record show only true sentences', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
    const world = new AlarmWorld(seed);
    for (let i = 0; i < STEPS; i++) {
      const before = world.alarm === null ? null : structuredClone(world.alarm);
      world.step();
      const all = sentencesOf(world, before);
      if (world.alarm !== null) {
        addZoneSentences(world, world.alarm);
        checkSteps(world, world.alarm);
      }
      if (world.alarm !== null)
        all.push(
          ...alarmSentences(world, world.alarm).filter(({ key }) => {
            const [section, word = ''] = key.split('.');
            return section === 'alarmEvent' ? !eventWords.includes(word) : key in sentenceTable;
          }),
        );
      for (const one of all) {
        seen.add(one.key);
        holds(one, { world });
      }
    }
  }
  // Every entry of the table must have been checked at least once.
  const isElsewhere = (key: string) =>
    (key.startsWith('alarmPlan.') && !key.startsWith('alarmPlan.lack.')) || unreached.has(key);
  for (const key of seenInZones) seen.add(key);
  expect(Object.keys(sentenceTable).filter((key) => !seen.has(key) && !isElsewhere(key))).toEqual([]);
});

test('a dry run reports what would sound, and no obstacles only where there are none', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
    const next = random(seed);
    const some = (most: number) => Math.floor(next() * (most + 1));
    const targets = some(4);
    const run: AlarmPlanDryRun = {
      delay_s: 0,
      steps: [
        {
          name: '',
          at_s: 0,
          tasks: [{ linkage_task_id: 1, name: 'A', terminals: targets, round_ms: null, ready: next() < 0.6 }],
        },
      ],
      targets,
      by_hand: some(2),
      preempts: [],
      unreachable_count: some(targets),
      unreachable_behind: 0,
      unreachable: [],
      outranked_by: next() < 0.3 ? [{ id: 2, name: 'B', terminals: 1 }] : [],
      outranked_elsewhere: next() < 0.2 ? 2 : 0,
    };
    for (const one of dryRunSentences(run)) {
      seen.add(one.key);
      holds(one, { world: new AlarmWorld(seed), run });
    }
  }
  const planKeys = Object.keys(sentenceTable).filter((key) => /^alarmPlan\.(?!lack)/.test(key));
  expect(planKeys.filter((key) => !seen.has(key))).toEqual([]);
});

test('every text of these screens is in the table, or is a label', () => {
  const texts = JSON.parse(readFileSync('locales/en.json', 'utf8')) as Record<
    string,
    Record<string, unknown>
  >;
  const flat = (section: object, path: string): string[] =>
    Object.entries(section).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? flat(value, `${path}${key}.`) : [`${path}${key}`],
    );
  const known = new Set([
    ...Object.keys(sentenceTable),
    ...eventWords.map((word) => `alarmEvent.${word}`),
    ...Object.entries(labels).flatMap(([section, keys]) => keys.split(' ').map((key) => `${section}.${key}`)),
  ]);
  const all = ['alarm', 'alarmEvent', 'alarmRecord', 'alarmPlan'].flatMap((name) =>
    flat(texts[name] ?? {}, `${name}.`),
  );
  expect(all.filter((key) => !known.has(key))).toEqual([]);
  // The table has no key without a text.
  const extra = [...known].filter((key) => !key.startsWith('status.') && !all.includes(key));
  expect(extra).toEqual([]);
});
