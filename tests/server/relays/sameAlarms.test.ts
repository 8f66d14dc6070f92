import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SiteJournal } from '../../../relay/site/siteJournal.ts';
import type { AlarmRow } from '../../../server/air/emergency/journal/alarm.repository.ts';
import { newAlarm } from '../../../server/air/emergency/machine/newAlarm.ts';
import type { AlarmPlanRow } from '../../../server/air/emergency/plans/plan.repository.ts';
import type { PendingWrites } from '../../../server/air/journal/pendingWrites.ts';

const SERVER = 5;
const RELAY = 9_001;
const plan = {
  id: 3,
  name: 'Fire',
  priority: 1,
  fire_control_device: 7,
  output_nums: [],
} as unknown as AlarmPlanRow;
const log = {
  error(details: object) {
    throw new Error(JSON.stringify(details));
  },
};

let dataDir = '';
let journal: SiteJournal;
const opened = (told = 0) => SiteJournal.open(dataDir, told, log);
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'same-'));
  journal = await opened();
});
afterEach(async () => {
  await journal.close();
  await rm(dataDir, { recursive: true });
});

function alarm(id: number, began_at: number, more: Partial<AlarmRow> = {}): AlarmRow {
  const start = { origin: { kind: 'input' as const, by: '', text: '' }, drill: 'none' as const, targets: [] };
  const actor = { accountId: null, code: '', name: '', ip: '' };
  const row = newAlarm(id, plan, { ...start, actor, text: '' }, undefined, began_at, 0);
  return { ...row, state: 'alarming', alarming_at: began_at, input_nums: [1], ...more };
}
const event = (at: number, kind: PendingWrites['events'][number]['kind'], params = {}) => ({
  ...{ at, kind, by: '', peer_addr: '', params },
});
/** Notes an alarm that an input sets off here. */
function begin(row: AlarmRow): void {
  const at = row.began_at;
  journal.add(`alarm ${row.id}`, { row, events: [event(at, 'input_active', { input: 1 })] });
  journal.add(`alarm ${row.id}`, { row, events: [event(at, 'alarming')] });
}
const subjects = () => journal.lines.flatMap(({ of }) => of ?? []);
const kinds = () =>
  journal.lines.flatMap(({ part }) =>
    ((part?.events ?? []) as PendingWrites['events']).map(({ kind }) => kind),
  );

test('an alarm that the server had begun just before the cut is told under its id, without a second beginning', async () => {
  begin(alarm(RELAY, 2_000));
  const actor = { accountId: 4, code: 'eva' };
  const entry = {
    action: 'acknowledge',
    entity: 'alarm_plan',
    entity_id: 3,
    ip: '',
    after: { alarm: RELAY },
  };
  journal.add(`alarm ${RELAY}`, {
    row: alarm(RELAY, 2_000, { acknowledged_at: 2_500, input_nums: [1, 2] }),
    events: [event(2_400, 'input_active', { input: 2 }), event(2_500, 'acknowledge')],
    air: [{ row: { id: 70, alarm_id: RELAY } as never, terminals: [8] }],
    audit: [{ actor, entry }],
  });
  expect(journal.unite([alarm(SERVER, 1_950)])).toBe(true);

  const check = () => {
    expect(new Set(subjects())).toEqual(new Set([`alarm ${SERVER}`]));
    expect(journal.lines.filter(({ of }) => of !== null).every(({ continued }) => continued)).toBe(true);
    expect(kinds()).toEqual(['line_cut', 'input_active', 'acknowledge']);
    expect(journal.alarms).toMatchObject([
      { continued: true, row: { id: SERVER, acknowledged_at: 2_500, input_nums: [1, 2] } },
    ]);
    const part = journal.lines.findLast(({ of }) => of !== null)?.part;
    expect(part?.air).toMatchObject([{ row: { id: 70, alarm_id: SERVER } }]);
    expect(part?.audit).toMatchObject([{ actor, entry: { after: { alarm: SERVER } } }]);
  };
  check();
  // It is found once only, also after the relay was killed.
  expect(journal.unite([alarm(SERVER, 1_950)])).toBe(false);
  check();
  await journal.safe();
  await journal.close();
  journal = await opened();
  check();
  // Its first line was stored; those that follow belong to the same alarm.
  await journal.close();
  journal = await opened(journal.lines[0]?.seq);
  expect(new Set(subjects())).toEqual(new Set([`alarm ${SERVER}`]));
  expect(kinds()).toEqual(['input_active', 'acknowledge']);
});

test('the end of the delay and a step that the server has not reached are told', () => {
  begin(alarm(RELAY, 2_000));
  for (const step of [1, 2])
    journal.add(`alarm ${RELAY}`, { events: [event(3_000 + step, 'step', { step, name: '' })] });
  journal.unite([alarm(SERVER, 1_950, { state: 'starting', alarming_at: null, step: 1 })]);
  expect(kinds()).toEqual(['line_cut', 'alarming', 'step']);
});

test('of two alarms after each other, the first one is that of the server', () => {
  begin(alarm(RELAY, 2_000, { state: 'not_started', reset_at: 4_000, ended_at: 5_000 }));
  begin(alarm(RELAY + 1, 6_000));
  journal.unite([alarm(SERVER, 1_950)]);
  expect(subjects()).toEqual([...Array(2).fill(`alarm ${SERVER}`), ...Array(2).fill(`alarm ${RELAY + 1}`)]);
  expect(journal.alarms).toMatchObject([
    { continued: true, row: { id: SERVER } },
    { continued: false, row: { id: RELAY + 1 } },
  ]);
});

test.each<[string, AlarmRow, AlarmRow]>([
  ['of another input', alarm(RELAY, 2_000, { input_nums: [2] }), alarm(SERVER, 1_950)],
  ['of another plan', alarm(RELAY, 2_000, { plan_id: 4 }), alarm(SERVER, 1_950)],
  ['by hand', alarm(RELAY, 2_000, { input_nums: [] }), alarm(SERVER, 1_950)],
  ['that is a drill', alarm(RELAY, 2_000), alarm(SERVER, 1_950, { drill: 'silent' })],
  ['after that of the server was reset', alarm(RELAY, 2_000), alarm(SERVER, 1_000, { reset_at: 1_900 })],
  [
    'that was reset before that of the server',
    alarm(RELAY, 2_000, { reset_at: 3_000 }),
    alarm(SERVER, 4_000),
  ],
])('an alarm %s stays one of its own', (_, own, theirs) => {
  begin(own);
  expect(journal.unite([theirs])).toBe(false);
  expect(subjects()).toEqual([`alarm ${RELAY}`, `alarm ${RELAY}`]);
  expect(journal.alarms).toMatchObject([{ continued: false, row: { id: RELAY } }]);
});

test('an alarm that began here after that of the server was continued and reset here is a second one', () => {
  journal.continues([SERVER]);
  const row = alarm(SERVER, 1_000, { state: 'not_started', reset_at: 1_500, ended_at: 1_600 });
  journal.add(`alarm ${SERVER}`, { row, events: [event(1_500, 'stop')] });
  begin(alarm(RELAY, 2_000));
  expect(journal.unite([alarm(SERVER, 1_000)])).toBe(false);
  expect(subjects()).toEqual([`alarm ${SERVER}`, `alarm ${RELAY}`, `alarm ${RELAY}`]);
});

test('an alarm that is over at the server is the same one; one that was reset before is not', () => {
  begin(alarm(RELAY, 2_000));
  const over = { state: 'not_started', reset_at: 60_000, ended_at: 61_000 } as const;
  expect(journal.unite([alarm(SERVER, 1_950, { ...over, reset_at: 1_990, ended_at: 1_999 })])).toBe(false);
  expect(journal.unite([alarm(SERVER, 1_950, over)])).toBe(true);
  expect(new Set(subjects())).toEqual(new Set([`alarm ${SERVER}`]));
  expect(journal.alarms).toMatchObject([{ continued: true, row: { id: SERVER } }]);
});

test('an alarm here is one of the server at most: that which runs, before that which is over', () => {
  begin(alarm(RELAY, 2_000));
  journal.unite([alarm(SERVER + 1, 1_960), alarm(SERVER, 1_950, { reset_at: 60_000, ended_at: 61_000 })]);
  expect(new Set(subjects())).toEqual(new Set([`alarm ${SERVER + 1}`]));
});
