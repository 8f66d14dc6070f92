import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/client.ts';
import type { IdTable } from '../../journal/range.ts';
import type { Audit } from '../../system/audit.ts';
import * as settings from '../../system/setting.repository.ts';
import { JOURNAL_FILE, type JournalFile, type Line, openJournalFile, readJournal } from './journalFile.ts';
import { addTo, emptyPart, type Part, storePart } from './part.ts';
import { INPUTS_KEY, putStored, type Stored, storedLines } from './stored.ts';

export interface Recovered {
  file: JournalFile;
  stored: Stored;
  /** The greatest ids in the file; 0: none. */
  used: Record<IdTable, number>;
}

function usedIn(lines: readonly Line[]): Recovered['used'] {
  const used = { alarm: 0, broadcast: 0 };
  for (const { part } of lines) {
    used.alarm = Math.max(used.alarm, part?.row?.id ?? 0);
    for (const { row } of part?.air ?? []) used.broadcast = Math.max(used.broadcast, row.id);
  }
  return used;
}

/**
 * Stores what the file has and the database has not, where the server ended while the database was away. Before
 * anything else is taken up: what alarms had on the air is on the air again with the rest. A file that cannot be stored is
 * put aside, and the server starts without it.
 */
export async function recoverAlarms(deps: {
  db: Db;
  audit: Audit;
  dataDir: string;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}): Promise<Recovered> {
  const { db, audit, dataDir, log } = deps;
  const before = await storedLines(db);
  const lines = await readJournal(dataDir);
  const all = Math.max(before.all, ...Object.values(before.alarms), lines.at(-1)?.seq ?? 0);
  const open = lines.filter(
    ({ seq, alarm }) => seq > before.all && (alarm === null || seq > (before.alarms[alarm] ?? 0)),
  );
  const parts = new Map<number, Part>();
  for (const { alarm, part } of open) {
    if (alarm === null) continue;
    const own = parts.get(alarm) ?? emptyPart();
    parts.set(alarm, own);
    addTo(own, part ?? {});
  }
  const inputs = open.findLast((line) => line.inputs !== undefined)?.inputs;
  const stored = { all, alarms: {} };
  try {
    await db.transaction(async (tx) => {
      for (const [id, part] of [...parts].sort(([a], [b]) => a - b)) await storePart(tx, audit, id, part);
      if (inputs !== undefined) await settings.put(tx, INPUTS_KEY, inputs);
      await putStored(tx, stored);
    });
    if (parts.size > 0) log.warn({ alarms: [...parts.keys()] }, 'alarms were recovered from the journal');
  } catch (err) {
    const aside = `${JOURNAL_FILE}.${all}`;
    log.error({ err, aside }, 'the journal of alarms could not be stored and is put aside');
    await rename(join(dataDir, JOURNAL_FILE), join(dataDir, aside));
    await putStored(db, stored);
  }
  const file = await openJournalFile(dataDir, log);
  file.clear();
  return { file, stored, used: usedIn(lines) };
}
