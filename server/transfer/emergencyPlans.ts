import type { z } from 'zod';
import { alarmPlanEntity } from '../../contract/entities/alarmPlan.ts';
import { linkageTaskEntity } from '../../contract/entities/linkageTask.ts';
import { AppError } from '../../contract/errors.ts';
import { entityPermission } from '../../contract/permissions.ts';
import type { Row, TableRepository } from '../db/tableRepository.ts';
import { alarmPlans, linkageTasks } from '../emergency/plans/plan.repository.ts';
import { may } from '../http/access.ts';
import type { InputRow } from './columns.ts';
import { type EmergencyKind, emergencyCells } from './emergencyCells.ts';
import { emergencyNames } from './emergencyNames.ts';
import type { Importer } from './types.ts';

type Stored = Row & { name: string };

export const emergencyRepositories = {
  linkage_task: linkageTasks,
  alarm_plan: alarmPlans,
} as unknown as Record<EmergencyKind, TableRepository<Stored>>;
const shapes: Record<EmergencyKind, Record<string, z.ZodType>> = {
  linkage_task: linkageTaskEntity.create.shape,
  alarm_plan: alarmPlanEntity.create.shape,
};

/**
 * Linkage tasks or alarm plans, recognised by their names; each through the service that the screen uses, in a savepoint
 * of the one transaction. An empty cell leaves a field as it is, or a new one at its default.
 */
export const importEmergency =
  (kind: EmergencyKind): Importer =>
  async (deps, tx, run) => {
    const { table, report, caller, ip, lang } = run;
    const staged = deps.emergency.staged(tx);
    const service = staged[kind];
    const cells = emergencyCells(kind, await emergencyNames(deps, tx, caller), lang);
    const shape = shapes[kind];
    const { rows } = await emergencyRepositories[kind].list(tx, caller.scope, { page: 1, limit: 1_000_000 });
    const known = Map.groupBy(rows, ({ name }) => name);
    for (const row of table.rows) await take(row);
    return async () => staged.committed;

    async function take(row: InputRow): Promise<void> {
      const name = report.read(row, 'name', shape.name as z.ZodType<string>, row.get('name') ?? '');
      if (name === undefined || !report.isFirst(row, 'name', name)) return;
      const [old, another] = known.get(name) ?? [];
      if (another !== undefined) return report.fault(row, 'name', 'transfer.several', { value: name });
      const given = read(row, old);
      if (report.isBad(row)) return;
      const changes = old === undefined ? null : changesOf(old, given);
      if (changes?.length === 0) return report.outcome(row, name, name, changes);
      const deed = old === undefined ? 'create' : 'edit';
      if (!may(caller, entityPermission(deed, kind)))
        return report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
      try {
        if (old === undefined) await service.create(caller, ip, { name, ...given });
        else await service.patch(caller, ip, old.id, given);
        report.outcome(row, name, name, changes);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.failure(row, error);
      }
    }

    /** The fields that a row gives, as far as they differ from those that are there. */
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
