import { partitionEntity } from '../../../../contract/entities/site/partition.ts';
import { may } from '../../../platform/http/access.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { lockTree, type PartitionRow } from '../../../site/zones/zones.repository.ts';
import type { InputRow } from '../columns.ts';
import type { Change } from '../report.ts';
import * as repository from '../transfer.repository.ts';
import type { Importer, ImportRun } from '../transfer.types.ts';
import { checkShape, type Planned } from './zoneShape.ts';

const { shape } = partitionEntity.create;

/** Imports zones: rows give their parents by code, in any order. The top zone exists and stays at the top. */
export const importZones: Importer = async (deps, tx, run) => {
  const { table, report, caller, hashes, dryRun } = run;
  await lockTree(tx);
  const stored = await repository.lockZones(tx);
  const byId = new Map(stored.map((zone) => [zone.id, zone]));
  const plan = new Map<string, Planned>(
    stored.map((zone) => [
      zone.code,
      { code: zone.code, old: zone, parent: codeOf(zone.parent_id), row: null },
    ]),
  );
  const top = stored.find((zone) => zone.parent_id === null)?.code ?? '';
  const names = new Map<string, string>();
  for (const row of table.rows) place(row);
  checkShape(plan, caller.scope, report);

  const fresh: Planned[] = [];
  const changed: { zone: Planned; old: PartitionRow; changes: Change[] }[] = [];
  for (const zone of plan.values()) {
    const { row, old } = zone;
    if (row === null) continue;
    const name = names.get(zone.code) ?? old?.name ?? '';
    const changes = old === undefined ? null : changesOf(zone, old, row);
    if (changes?.length !== 0 && !may(caller, changes === null ? 'create_partition' : 'edit_partition'))
      report.fault(row, '', changes === null ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
    else if (!report.isBad(row)) report.outcome(row, zone.code, name, changes);
    if (changes === null) fresh.push(zone);
    else if (old !== undefined && changes.length > 0) changed.push({ zone, old, changes });
  }

  return async () => {
    const ids = new Map(stored.map((zone) => [zone.code, zone.id]));
    const made = await insertAll(fresh, ids);
    await repository.updateZones(
      tx,
      changed.map(({ zone, old }) => ({
        id: old.id,
        name: names.get(zone.code) ?? old.name,
        parent_id: zone.parent === null ? null : (ids.get(zone.parent) ?? null),
        password_hash: hashOf(zone) ?? old.password_hash,
      })),
    );
    await deps.audit.record(tx, caller, entries(run, made, changed));
    return async () => {
      await deps.zones.load();
      deps.callers.changed();
    };
  };

  function codeOf(id: number | null): string | null {
    return id === null ? null : (byId.get(id)?.code ?? null);
  }

  function place(row: InputRow): void {
    const code = report.read(row, 'code', shape.code, row.get('code') ?? '');
    if (code === undefined) return;
    const held = plan.get(code);
    if (held !== undefined && held.row !== null) {
      report.fault(row, 'code', 'transfer.duplicateInFile', { value: code, line: held.row.line });
      return;
    }
    const old = held?.old;
    if (old !== undefined && !inScope(caller.scope, old.id)) {
      report.fault(row, 'code', 'common.duplicate', { value: code });
      return;
    }
    const cell = row.get('name');
    const name = cell ? report.read(row, 'name', shape.name, cell) : (old?.name ?? code);
    if (name !== undefined) names.set(code, name);
    const password = row.get('password') ?? '';
    if (password !== '') report.read(row, 'password', shape.password, password);
    const parent = row.get('parent') ?? '';
    if (old?.parent_id === null && parent !== '') report.fault(row, 'parent', 'zone.rootFixed');
    plan.set(code, { code, old, row, parent: parent || (held === undefined ? top : held.parent) });
  }

  function hashOf({ row }: Planned): string | undefined {
    if (row === null || (row.get('password') ?? '') === '') return undefined;
    return dryRun ? '' : hashes.get(row.line);
  }

  function changesOf(zone: Planned, old: PartitionRow, row: InputRow): Change[] {
    const changes: Change[] = [];
    const name = names.get(zone.code) ?? old.name;
    if (name !== old.name) changes.push({ column: 'name', before: old.name, after: name });
    const parent = codeOf(old.parent_id);
    if (zone.parent !== parent)
      changes.push({ column: 'parent', before: parent ?? '', after: zone.parent ?? '' });
    if ((row.get('password') ?? '') !== '') changes.push({ column: 'password', before: '', after: '***' });
    return changes;
  }

  /** Inserts parents before children, one statement per level. Adds the new ids to `ids`. */
  async function insertAll(zones: readonly Planned[], ids: Map<string, number>) {
    const made: { id: number; code: string }[] = [];
    for (let left = [...zones]; left.length > 0; ) {
      const ready = left.filter((zone) => zone.parent !== null && ids.has(zone.parent));
      if (ready.length === 0) throw new Error('a zone without a parent passed the checks');
      left = left.filter((zone) => zone.parent === null || !ids.has(zone.parent));
      const rows = await repository.insertZones(
        tx,
        ready.map((zone) => ({
          code: zone.code,
          name: names.get(zone.code) ?? zone.code,
          parent_id: ids.get(zone.parent ?? '') ?? null,
          password_hash: hashOf(zone) ?? null,
        })),
      );
      for (const row of rows) ids.set(row.code, row.id);
      made.push(...rows);
    }
    return made;
  }
};

function entries(
  { caller: _, ip }: ImportRun,
  made: readonly { id: number; code: string }[],
  changed: readonly { old: PartitionRow; changes: readonly Change[] }[],
) {
  const fields = (changes: readonly Change[], side: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.column, change[side]]));
  const entity = 'partition';
  return [
    ...made.map(({ id, code }) => ({ action: 'create', entity, entity_id: id, ip, after: { code } })),
    ...changed.map(({ old, changes }) => ({
      action: 'edit',
      entity,
      entity_id: old.id,
      ip,
      before: fields(changes, 'before'),
      after: fields(changes, 'after'),
    })),
  ];
}
