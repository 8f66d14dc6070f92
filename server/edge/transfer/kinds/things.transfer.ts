import type { z } from 'zod';
import { AppError } from '../../../../contract/api/errors.ts';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import { keyColumn, transferEntity } from '../../../../contract/api/transfer.ts';
import type { Row } from '../../../platform/db/tableRepository.ts';
import { may } from '../../../platform/http/access.ts';
import type { InputRow } from '../columns.ts';
import type { Importer } from '../transfer.types.ts';
import { thingCells } from './thingCells.ts';
import { thingNames } from './thingNames.ts';

type Stored = Row & { name: string };

/**
 * Imports entities that are identified by the first column (a name or digits); each through the same
 * service as the API, in a savepoint of the one transaction. An empty cell leaves a field unchanged, or a new
 * one at its default.
 */
export const importThings: Importer = async (deps, tx, run) => {
  const { table, report, caller, ip, lang, kind } = run;
  const transferable = deps.transferables.get(kind);
  if (transferable === undefined) throw new Error(`no module imports ${kind}`);
  const { entity, repository } = transferable;
  const { service, committed } = transferable.staged(tx);
  const { key } = keyColumn(kind);
  const cells = thingCells(kind, entity, await thingNames(deps, tx, caller), lang);
  const shape = entity.create.shape;
  const { rows } = await repository.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const known = Map.groupBy(rows, (row) => String(row[key]));
  for (const row of table.rows) await take(row);
  return async () => committed;

  async function take(row: InputRow): Promise<void> {
    const own = report.read(row, key, shape[key] as z.ZodType<string>, row.get(key) ?? '');
    if (own === undefined || !report.isFirst(row, key, own)) return;
    const [old, another] = (known.get(own) ?? []) as Stored[];
    if (another !== undefined) return report.fault(row, key, 'transfer.several', { value: own });
    const given = read(row, old);
    if (report.isBad(row)) return;
    const name = String(given.name ?? old?.name ?? own);
    const changes = old === undefined ? null : changesOf(old, given);
    if (changes?.length === 0) return report.outcome(row, own, name, changes);
    const action = old === undefined ? 'create' : 'edit';
    if (!may(caller, entityPermission(action, transferEntity(kind))))
      return report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    try {
      if (old === undefined) await service.create(caller, ip, { name, ...given, [key]: own });
      else await service.patch(caller, ip, old.id, given);
      report.outcome(row, own, name, changes);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report.failure(row, error);
    }
  }

  /** Reads the fields of a row that differ from the stored ones. */
  function read(row: InputRow, old: Stored | undefined): Record<string, unknown> {
    const given: Record<string, unknown> = {};
    for (const cell of cells) {
      const text = row.get(cell.column) ?? '';
      if (text === '' || (old !== undefined && text === cell.text(old[cell.field]))) continue;
      const found = cell.read(text);
      if ('key' in found) report.fault(row, cell.column, found.key, found.params);
      else {
        const value = report.read(row, cell.column, shape[cell.field] as z.ZodType, found.value);
        if (value !== undefined) given[cell.field] = value;
      }
    }
    // A code calls either a station or a virtual caster: setting one clears the other.
    if (given.station !== undefined) given.virtual_caster ??= null;
    else if (given.virtual_caster !== undefined) given.station = null;
    return given;
  }

  function changesOf(old: Stored, given: Record<string, unknown>) {
    return cells
      .filter(({ field }) => field in given)
      .map(({ column, field, text }) => ({
        column,
        before: text(old[field]),
        after: text(given[field]),
      }))
      .filter(({ before, after }) => before !== after);
  }
};
