import { virtualCasterEntity } from '../../contract/entities/virtualCaster.ts';
import { AppError } from '../../contract/errors.ts';
import { type VirtualRow, virtualCasters } from '../casters/virtualCaster.repository.ts';
import { virtualCasterService } from '../casters/virtualCasterService.ts';
import { type Db, hasSqlState } from '../db/client.ts';
import { may } from '../http/access.ts';
import { inScope } from '../live/scope.ts';
import type { InputRow } from './columns.ts';
import { codesIn } from './listCell.ts';
import type { Change } from './report.ts';
import type { Importer } from './types.ts';

const { shape } = virtualCasterEntity.create;

/**
 * Virtual casters, recognised by their numbers; each through the service that the screen uses, in a savepoint of the one
 * transaction. Members are named by their codes, in the order in which they ring.
 */
export const importVirtualCasters: Importer = async (deps, tx, run) => {
  const { table, report, caller, ip } = run;
  // Its transactions are savepoints of this one.
  const service = virtualCasterService({ ...deps, db: tx as unknown as Db }, () => {});
  const { rows } = await virtualCasters.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const known = new Map(rows.map((row) => [row.call_number, row]));
  const casters = [...deps.terminals.directory.all()].filter(({ kind }) => kind === 'caster');
  const seen = casters.filter(({ org }) => inScope(caller.scope, org));
  const idOf = new Map(seen.map(({ row }) => [row.code, row.id]));
  const codeOf = new Map(seen.map(({ row }) => [row.id, row.code]));
  for (const row of table.rows) await take(row);
  return async () => () => deps.virtualCasters.changed();

  async function take(row: InputRow): Promise<void> {
    const number = report.read(row, 'call_number', shape.call_number, row.get('call_number') ?? '');
    if (number === undefined || !report.isFirst(row, 'call_number', number)) return;
    const old = known.get(number);
    const given = read(row, old);
    if (given === null) return;
    const changes = old === undefined ? null : changesOf(old, given);
    const name = given.name ?? old?.name ?? number;
    if (changes?.length === 0) return report.outcome(row, number, name, changes);
    if (!may(caller, old === undefined ? 'create_caster' : 'edit_caster'))
      return report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    try {
      if (old === undefined) await service.create(caller, ip, { ...given, name, call_number: number });
      else await service.patch(caller, ip, old.id, given);
      report.outcome(row, number, name, changes);
    } catch (error) {
      if (error instanceof AppError) report.failure(row, error);
      else if (hasSqlState(error, '23505'))
        report.fault(row, 'call_number', 'common.duplicate', { value: number });
      else throw error;
    }
  }

  /** The fields that a row gives, as far as they differ from those that are there. */
  function read(row: InputRow, old: VirtualRow | undefined): Partial<VirtualRow> | null {
    const given: Partial<VirtualRow> = {};
    const name = row.get('name') ?? '';
    if (name !== '' && name !== old?.name) {
      const value = report.read(row, 'name', shape.name, name);
      if (value !== undefined) given.name = value;
    }
    const ring = row.get('ring') ?? '';
    if (ring !== '' && ring !== old?.ring) {
      const value = report.read(row, 'ring', virtualCasterEntity.row.shape.ring, ring);
      if (value !== undefined) given.ring = value;
    }
    const codes = codesIn(row.get('casters') ?? '');
    if (codes.length > 0 && codes.join(' ') !== (old && codesOf(old.casters))) {
      const ids: number[] = [];
      for (const code of codes) {
        const id = idOf.get(code);
        if (id === undefined) report.fault(row, 'casters', 'transfer.noCaster', { value: code });
        else ids.push(id);
      }
      if (!report.isBad(row) && report.read(row, 'casters', shape.casters, ids) !== undefined)
        given.casters = ids;
    } else if (old === undefined) report.read(row, 'casters', shape.casters, []);
    return report.isBad(row) ? null : given;
  }

  function codesOf(ids: readonly number[]): string {
    return ids.flatMap((id) => codeOf.get(id) ?? []).join(' ');
  }

  function changesOf(old: VirtualRow, given: Partial<VirtualRow>): Change[] {
    const text = (row: Partial<VirtualRow>, column: 'name' | 'ring' | 'casters') =>
      column === 'casters' ? codesOf(row.casters ?? []) : String(row[column] ?? '');
    return (['name', 'ring', 'casters'] as const)
      .filter((column) => given[column] !== undefined)
      .map((column) => ({ column, before: text(old, column), after: text(given, column) }));
  }
};
