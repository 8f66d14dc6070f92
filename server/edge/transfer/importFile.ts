import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type ImportReport, maxImportPasswords, type TransferKind } from '../../../contract/api/transfer.ts';
import type { Language } from '../../../contract/language.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { type Table, tableOf } from './columns.ts';
import { importAccounts } from './kinds/accounts.transfer.ts';
import { importGroups } from './kinds/groups.transfer.ts';
import { importRoles } from './kinds/roles.transfer.ts';
import { importTerminals } from './kinds/terminals.transfer.ts';
import { importThings } from './kinds/things.transfer.ts';
import { importVirtualCasters } from './kinds/virtualCasters.transfer.ts';
import { importZones } from './kinds/zones.transfer.ts';
import { Report } from './report.ts';
import { readSheet, type Sheet } from './sheet.ts';
import type { AfterCommit, Importer, ImportRun, TransferDeps } from './transfer.types.ts';

/** Importers of kinds that are more than their rows; all others are imported through their services. */
const importers: Partial<Record<TransferKind, Importer>> = {
  device: importTerminals('device'),
  caster: importTerminals('caster'),
  dialogue: importTerminals('dialogue'),
  capturer: importTerminals('capturer'),
  xtts: importTerminals('xtts'),
  fire_control_device: importTerminals('fire_control_device'),
  virtual_caster: importVirtualCasters,
  partition: importZones,
  user: importAccounts,
  role: importRoles,
  device_group: importGroups('device'),
  caster_group: importGroups('caster'),
  dialogue_group: importGroups('dialogue'),
  capturer_group: importGroups('capturer'),
  xtts_group: importGroups('xtts'),
  fire_control_device_group: importGroups('fire_control_device'),
  alarm_plan_group: importGroups('alarm_plan'),
  linkage_task_group: importGroups('linkage_task'),
};

/** Error that rolls the transaction back on purpose. */
const undone = new Error('undone');

/** Table to import, and the caller. */
export interface ImportRequest {
  /** Path of a CSV or XLSX file, or rows with the keys of the columns as headings. */
  source: string | Sheet;
  kind: TransferKind;
  dryRun: boolean;
  caller: Caller;
  ip: string;
  lang: Language;
  /** Called last, before the commit: throws when the permission was revoked in the meantime. */
  check: () => Promise<void>;
}

/**
 * Creates the import: all rows in one transaction, or none; one import at a time, as each may hold many
 * locks.
 */
export function createImport(deps: TransferDeps) {
  let isBusy = false;

  async function carryOut({
    source,
    kind,
    dryRun,
    caller,
    ip,
    lang,
    check,
  }: ImportRequest): Promise<ImportReport> {
    const sheet = typeof source === 'string' ? await readSheet(source, kind, lang) : source;
    const table = tableOf(kind, sheet, lang);
    const first = await attempt(true, new Map());
    if (dryRun || first.report.hasFaults) return first.report.done(dryRun);
    const second = await attempt(false, await hashesOf(table, deps.hashing));
    await second.after?.();
    return second.report.done(false);

    async function attempt(isTrial: boolean, hashes: ReadonlyMap<number, string>) {
      const report = new Report(table, lang);
      refuseCellErrors(table, report);
      const run: ImportRun = { caller, ip, lang, kind, dryRun: isTrial, table, report, hashes };
      let after: AfterCommit | undefined;
      try {
        await deps.db.transaction(async (tx) => {
          const write = await (importers[kind] ?? importThings)(deps, tx, run);
          if (isTrial || report.hasFaults) throw undone;
          after = await write();
          await check();
        });
      } catch (error) {
        if (error !== undone) throw error;
        after = undefined;
      }
      return { report, after };
    }
  }

  /** @throws AppError 400 for a file that is no such table, 409 while another import is running */
  return async (request: ImportRequest): Promise<ImportReport> => {
    if (isBusy) throw new AppError(errorCode.conflict, 'transfer.busy');
    isBusy = true;
    try {
      return await carryOut(request);
    } finally {
      isBusy = false;
    }
  };
}
export type ImportFile = ReturnType<typeof createImport>;

/** Error values of formulas in spreadsheets. */
const cellError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/;

function refuseCellErrors(table: Table, report: Report): void {
  for (const row of table.rows)
    for (const column of table.places.keys()) {
      const value = row.get(column) ?? '';
      if (cellError.test(value)) report.fault(row, column, 'transfer.cellError', { value });
    }
}

/** Hashes every password of the file, two at a time. @throws AppError 400 for too many */
async function hashesOf(table: Table, hashing: Pick<Hashing, 'hash'>): Promise<Map<number, string>> {
  const rows = table.rows.filter((row) => (row.get('password') ?? '') !== '');
  if (rows.length > maxImportPasswords)
    throw new AppError(errorCode.badRequest, 'transfer.tooManyPasswords', { max: maxImportPasswords });
  const hashes = new Map<number, string>();
  const next = rows.values();
  const work = async () => {
    for (const row of next) hashes.set(row.line, await hashing.hash(row.get('password') ?? '', 'bulk'));
  };
  await Promise.all([work(), work()]);
  return hashes;
}
