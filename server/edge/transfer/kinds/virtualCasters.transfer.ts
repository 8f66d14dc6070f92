import { virtualCasterEntity } from '../../../../contract/entities/terminals/virtualCaster.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { type VirtualRow, virtualCasters } from '../../../site/casters/virtualCaster.repository.ts';
import { virtualCasterService } from '../../../site/casters/virtualCasterService.ts';
import type { InputRow } from '../columns.ts';
import { codesIn } from '../listCell.ts';
import type { Change } from '../report.ts';
import type { Importer } from '../transfer.types.ts';
import { takeNamedRows } from './namedRows.ts';

const { shape } = virtualCasterEntity.create;
type Given = Partial<VirtualRow>;

/**
 * Imports virtual casters, identified by number; each through the same service as the API, in a savepoint of
 * the one transaction. Members are given by code, in the order in which they ring.
 */
export const importVirtualCasters: Importer = async (deps, tx, run) => {
  const { report, caller, ip } = run;
  // Its transactions become savepoints of this one.
  const service = virtualCasterService({ ...deps, db: tx }, () => {});
  const { rows } = await virtualCasters.list(tx, caller.scope, { page: 1, limit: 1_000_000 });
  const known = new Map(rows.map((row) => [row.call_number, row]));
  const casters = [...deps.terminals.directory.all()].filter(({ kind }) => kind === 'caster');
  const seen = casters.filter(({ org }) => inScope(caller.scope, org));
  const idOf = new Map(seen.map(({ row }) => [row.code, row.id]));
  const codeOf = new Map(seen.map(({ row }) => [row.id, row.code]));
  await takeNamedRows<VirtualRow, Given>(run, {
    column: 'call_number',
    rule: shape.call_number,
    rights: { create: 'create_caster', edit: 'edit_caster' },
    known: (number) => known.get(number),
    read,
    changesOf,
    create: (number, given) => service.create(caller, ip, { name: number, ...given, call_number: number }),
    patch: (old, given) => service.patch(caller, ip, old.id, given),
  });
  return async () => () => deps.virtualCasters.changed();

  /** Reads the fields of a row that differ from the stored ones. */
  function read(row: InputRow, old: VirtualRow | undefined): Given {
    const given: Given = {};
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
    return given;
  }

  function codesOf(ids: readonly number[]): string {
    return ids.flatMap((id) => codeOf.get(id) ?? []).join(' ');
  }

  function changesOf(old: VirtualRow, given: Given): Change[] {
    const text = (row: Partial<VirtualRow>, column: 'name' | 'ring' | 'casters') =>
      column === 'casters' ? codesOf(row.casters ?? []) : String(row[column] ?? '');
    return (['name', 'ring', 'casters'] as const)
      .filter((column) => given[column] !== undefined)
      .map((column) => ({ column, before: text(old, column), after: text(given, column) }));
  }
};
