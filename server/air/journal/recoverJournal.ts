import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Audit } from '../../platform/audit/audit.ts';
import * as settings from '../../platform/config/setting.repository.ts';
import { renameDurably, writeDurably } from '../../platform/dataFolder/writeDurably.ts';
import type { Db } from '../../platform/db/client.ts';
import { isOutage } from '../../platform/db/queryErrors.ts';
import { JOURNAL_FILE, type JournalFile, type Line, openJournalFile, readJournal } from './journalFile.ts';
import { mergeWrites, noWrites, type PendingWrites, storeWrites, writeOrder } from './pendingWrites.ts';
import type { IdTable } from './range.ts';
import { INPUTS_KEY, putStored, type Stored, storedLines } from './stored.ts';
import type { Subject } from './subject.ts';

export interface Recovered {
  file: JournalFile;
  stored: Stored;
  /** Greatest ids in the file; 0: none. */
  used: Record<IdTable, number>;
  /** Last line of each relay in the file. */
  told: Map<number, number>;
}

function toldIn(lines: readonly Line[]): Recovered['told'] {
  const told: Recovered['told'] = new Map();
  for (const { relay, seq } of lines.flatMap(({ part }) => part?.told ?? []))
    told.set(relay, Math.max(seq, told.get(relay) ?? 0));
  return told;
}

function usedIn(lines: readonly Line[]): Recovered['used'] {
  const used = { alarm: 0, broadcast: 0 };
  for (const { part } of lines) {
    used.alarm = Math.max(used.alarm, part?.row?.id ?? 0);
    for (const { row } of part?.air ?? []) used.broadcast = Math.max(used.broadcast, row.id);
  }
  return used;
}

export interface RecoverDeps {
  db: Db;
  audit: Audit;
  dataDir: string;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Greatest number that a line is known to have. */
function lastOf({ all, single }: Stored, lines: readonly Line[]): number {
  return Math.max(all, ...Object.values(single).map((seq) => seq ?? 0), lines.at(-1)?.seq ?? 0);
}

/**
 * Stores the lines of the file up to a number that the database does not have; the file stays as it is. Where a subject
 * cannot be stored, the others are: an alarm must not be lost because of another one.
 *
 * @throws errors of the database, also when some subjects could be stored
 */
export async function storeLines(deps: RecoverDeps & { upTo?: number }): Promise<void> {
  const { db, audit, dataDir, log, upTo = Number.POSITIVE_INFINITY } = deps;
  const before = await storedLines(db);
  const lines = (await readJournal(dataDir)).filter(({ seq }) => seq <= upTo);
  const all = lastOf(before, lines);
  const open = lines.filter(
    ({ seq, of }) => seq > before.all && (of === null || seq > (before.single[of] ?? 0)),
  );
  const parts = new Map<Subject, PendingWrites>();
  for (const { of, part } of open) {
    if (of === null) continue;
    const own = parts.get(of) ?? noWrites();
    parts.set(of, own);
    mergeWrites(own, part ?? {});
  }
  const inputs = open.findLast((line) => line.inputs !== undefined)?.inputs;
  const store = (which: readonly [Subject, PendingWrites][]) =>
    db.transaction(async (tx) => {
      for (const [of, part] of which) await storeWrites(tx, audit, of, part);
      if (inputs !== undefined) await settings.put(tx, INPUTS_KEY, inputs);
      await putStored(tx, { all, single: {} });
    });
  const ordered = writeOrder(parts);
  try {
    await store(ordered);
  } catch (err) {
    if (isOutage(err)) throw err;
    await storeSingly(deps, ordered);
    await store([]);
    throw err;
  }
  if (parts.size > 0)
    log.warn({ parts: [...parts.keys()] }, 'alarms and speech were recovered from the journal');
}

async function storeSingly(
  { db, audit, log }: RecoverDeps,
  parts: readonly [Subject, PendingWrites][],
): Promise<void> {
  for (const [of, part] of parts)
    await db
      .transaction((tx) => storeWrites(tx, audit, of, part))
      .catch((err) => log.error({ err, of }, 'a part of the journal cannot be stored'));
}

/**
 * Stores the lines that the database does not have, after the server ended while the database was away.
 * Called before broadcasts are resumed, so that these are complete. A file that cannot be stored is put
 * aside, and the server starts without it. Without the database (`isAway`) the file stays as it is until the
 * database is back.
 */
export async function recoverJournal(deps: RecoverDeps & { isAway: boolean }): Promise<Recovered> {
  const { db, dataDir, log } = deps;
  const lines = await readJournal(dataDir);
  const all = lastOf(await storedLines(db), lines);
  const stored: Stored = { all, single: {} };
  const found = { stored, used: usedIn(lines), told: toldIn(lines) };
  if (deps.isAway) return { ...found, file: await openJournalFile(dataDir, log) };
  try {
    await storeLines(deps);
  } catch (err) {
    const aside = `${JOURNAL_FILE}.${all}`;
    log.error({ err, aside }, 'the journal could not be stored and is put aside');
    await renameDurably(join(dataDir, JOURNAL_FILE), join(dataDir, aside));
    await putStored(db, stored);
  }
  const file = await openJournalFile(dataDir, log);
  file.clear();
  return { ...found, file };
}

/** Stores earlier lines in a database that has come back; lines that cannot be stored are copied aside. */
export async function settleJournal(deps: RecoverDeps & { upTo: number }): Promise<void> {
  const { db, dataDir, log, upTo } = deps;
  try {
    await storeLines(deps);
  } catch (err) {
    if (isOutage(err)) throw err;
    const aside = `${JOURNAL_FILE}.${upTo}`;
    log.error({ err, aside }, 'the journal could not be stored and is copied aside');
    await writeDurably(join(dataDir, aside), [await readFile(join(dataDir, JOURNAL_FILE))]);
    await putStored(db, { all: upTo, single: {} });
  }
}
