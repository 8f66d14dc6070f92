import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlarmJournal, alarmJournal } from '../../../server/air/emergency/journal/alarmJournal.ts';
import type { RunningAlarm } from '../../../server/air/emergency/machine/runningAlarm.ts';
import { createJournal } from '../../../server/air/journal/journal.ts';
import {
  JOURNAL_FILE,
  type JournalFile,
  openJournalFile,
  readJournal,
} from '../../../server/air/journal/journalFile.ts';
import { createJournalReplica } from '../../../server/air/journal/journalReplica.ts';
import { recoverJournal } from '../../../server/air/journal/recoverJournal.ts';
import { storedLines } from '../../../server/air/journal/stored.ts';
import type { Db } from '../../../server/platform/db/client.ts';
import { type EmergencySite, startEmergencySite, until } from './emergencySite.ts';

const log = { error: () => {}, warn: () => {} };
let site: EmergencySite;
let running: RunningAlarm;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-journal-'));
  site = await startEmergencySite();
  const song = await site.file('Leave', 2);
  const { id: hall } = await site.adopted('HALL');
  const task = await site.linkage({ files: [song], devices: [hall] });
  const plan = await site.plan({ linkage_task_ids: [task] });
  await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
  running = await until('it runs', () => site.deps.emergency.alarms.ofPlan(plan));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** Journal over a database that fails until it is restored, with the number of attempts. */
async function shakyJournal(file?: JournalFile) {
  const { db, audit } = site.deps;
  const state = { away: true, refused: 0 };
  const shaky = {
    transaction: (work: never) => {
      if (!state.away) return db.transaction(work);
      state.refused++;
      return Promise.reject(new Error('the database is away'));
    },
  } as unknown as Db;
  const whole = createJournal({
    db: shaky,
    audit,
    file: file ?? (await openJournalFile(folder, log)),
    replica: createJournalReplica(0),
    stored: await storedLines(db),
    kept: async () => true,
    retried: () => {},
    log,
  });
  return { state, journal: { ...alarmJournal(whole), close: whole.close } };
}
const event = (kind: 'silence' | 'unsilence') => ({
  at: Date.now(),
  kind,
  by: '',
  peer_addr: '',
  params: {},
});
const note = (journal: AlarmJournal, by: string, kind: 'silence' | 'unsilence') =>
  journal.note({ ...running.row, acknowledged_by: by }, { events: [event(kind)] });
async function inDatabase() {
  const { pool } = site.database;
  const { rows } = await pool.query('select acknowledged_by from alarm where id = $1', [running.id]);
  const events = await pool.query<{ kind: string }>(
    "select kind from alarm_event where alarm_id = $1 and kind like '%silence' order by id",
    [running.id],
  );
  return [rows[0]?.acknowledged_by, ...events.rows.map(({ kind }) => kind)];
}

test('entries refused by the database are kept and stored in order when it is back', async () => {
  const { state, journal } = await shakyJournal();
  note(journal, 'First', 'silence');
  await until('it was refused', () => state.refused >= 4);
  note(journal, 'Second', 'unsilence');
  state.away = false;
  await journal.stored(running.id);
  expect(await inDatabase()).toEqual(['Second', 'silence', 'unsilence']);
  await journal.close();
  expect(await readFile(join(folder, JOURNAL_FILE), 'utf8')).toBe('');
});

test('entries added during a write are awaited too', async () => {
  const { state, journal } = await shakyJournal();
  state.away = false;
  for (const by of ['Fifth', 'Sixth', 'Seventh']) {
    note(journal, `${by} at first`, 'silence');
    // After one turn of the event loop the first entry is on its way to the database.
    await new Promise(setImmediate);
    note(journal, by, 'unsilence');
    await journal.stored(running.id);
    expect((await inDatabase())[0]).toBe(by);
  }
  await journal.close();
});

test('entries are in the file at once, in case the process is killed; stored entries are removed from it', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tocsin-journal-'));
  const holds = async (count: number) => {
    while ((await readJournal(own)).length !== count) await new Promise(setImmediate);
  };
  // Flushed to the disk an hour later.
  const file = await openJournalFile(own, log, 3_600_000);
  file.add({ seq: 1, of: 'alarm 7' });
  file.add({ seq: 2, of: 'alarm 7' });
  await holds(2);
  let isSafe = false;
  const safe = file.safe().then(() => {
    isSafe = true;
  });
  file.add({ seq: 3, of: 'alarm 7' });
  await holds(3);
  expect(isSafe).toBe(false);
  file.clear();
  await safe;
  await holds(0);
  file.add({ seq: 4, of: 'alarm 7' });
  await file.close();
  await holds(1);
  rmSync(own, { recursive: true });
});

test('an entry after one that was cut off by a power cut is read', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tocsin-journal-'));
  await appendFile(join(own, JOURNAL_FILE), '{"seq":1,"of":"alarm 7"}\n{"seq":2,"of":"al');
  const file = await openJournalFile(own, log);
  file.add({ seq: 3, of: 'alarm 7' });
  await file.close();
  expect((await readJournal(own)).map(({ seq }) => seq)).toEqual([1, 3]);
  rmSync(own, { recursive: true });
});

test('when neither database nor file accepts an entry, the actor still gets a response; it is stored later', async () => {
  const nothing = () => {};
  const full: JournalFile = {
    add: () => '',
    safe: () => new Promise(nothing),
    clear: nothing,
    close: async () => {},
  };
  const { state, journal } = await shakyJournal(full);
  note(journal, 'Nobody', 'silence');
  await journal.safe(running.id);
  state.away = false;
  await journal.stored(running.id);
  expect((await inDatabase())[0]).toBe('Nobody');
  await journal.close();
});

test('entries that the database never accepted are stored from the file once, however often it is read', async () => {
  const { journal } = await shakyJournal();
  note(journal, 'Third', 'silence');
  await journal.safe(running.id);
  note(journal, 'Fourth', 'unsilence');
  await journal.safe(running.id);
  const lines = await readJournal(folder);
  expect(lines.map(({ of }) => of)).toEqual([`alarm ${running.id}`, `alarm ${running.id}`]);
  await journal.close();

  const { db, audit } = site.deps;
  const before = await inDatabase();
  const { file, stored } = await recoverJournal({ db, audit, dataDir: folder, log, isAway: false });
  expect(await inDatabase()).toEqual(['Fourth', ...before.slice(1), 'silence', 'unsilence']);
  expect(stored.all).toBe(lines.at(-1)?.seq);
  // Same as a process that ended before the file was emptied.
  for (const line of lines) file.add(line);
  await file.close();
  const again = await recoverJournal({ db, audit, dataDir: folder, log, isAway: false });
  await again.file.close();
  expect(await inDatabase()).toEqual(['Fourth', ...before.slice(1), 'silence', 'unsilence']);
  expect(await readJournal(folder)).toEqual([]);
});

test('an entry that cannot be stored does not take the others with it', async () => {
  const { journal } = await shakyJournal();
  note(journal, 'Fifth', 'silence');
  await journal.safe(running.id);
  await journal.close();
  const last = (await readJournal(folder)).at(-1)?.seq ?? 0;
  const broken = { seq: last + 1, of: 'alarm 999999', part: { row: { ...running.row, id: 'none' } } };
  await appendFile(join(folder, JOURNAL_FILE), `${JSON.stringify(broken)}\n`);
  const { db, audit } = site.deps;
  const { file, stored } = await recoverJournal({ db, audit, dataDir: folder, log, isAway: false });
  await file.close();
  expect((await inDatabase())[0]).toBe('Fifth');
  expect(stored.all).toBe(last + 1);
});

test('an entry of an earlier version keeps its actor', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tocsin-journal-'));
  const actor = { accountId: 3, code: 'night' };
  const earlier = { seq: 1, of: 'site', part: { audit: [{ doer: actor, entry: { action: 'silence' } }] } };
  await appendFile(join(own, JOURNAL_FILE), `${JSON.stringify(earlier)}\n`);
  expect((await readJournal(own))[0]?.part?.audit).toEqual([{ actor, entry: { action: 'silence' } }]);
  rmSync(own, { recursive: true });
});
