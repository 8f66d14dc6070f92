import type { z } from 'zod';
import { AppError } from '../../../../contract/api/errors.ts';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import {
  type GroupMember,
  groupEntities,
  isTerminalGroup,
} from '../../../../contract/entities/terminals/group.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { may } from '../../../platform/http/access.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { ListedGroup } from '../../../site/groups/groups.ts';
import type { InputRow } from '../columns.ts';
import { namedRows } from '../names.repository.ts';
import type { ExportRequest, Importer, TransferDeps } from '../transfer.types.ts';
import { namesOf } from './thingNames.ts';

/**
 * Possible members of a kind of groups, as far as a caller sees them: terminals by code, other entities by
 * name.
 */
async function membersOf(
  deps: Pick<TransferDeps, 'terminals'>,
  db: DbOrTx,
  { scope }: Caller,
  kind: GroupMember,
) {
  if (isTerminalGroup(kind)) {
    const own = [...deps.terminals.directory.all()].filter(
      (one) => one.kind === kind && inScope(scope, one.org),
    );
    return {
      ...namesOf(own.map(({ row }) => ({ id: row.id, name: row.code }))),
      label: (id: number) => deps.terminals.directory.byId(id)?.row.name ?? '',
    };
  }
  const named = await namedRows(db);
  const things = kind === 'alarm_plan' ? named.alarmPlans : named.linkageTasks;
  const names = namesOf(things.filter(({ org }) => inScope(scope, org)));
  return { ...names, label: names.name };
}

/** Yields the rows of an export: one for each member, and one for an empty group. */
export async function* groupRows(
  deps: Pick<TransferDeps, 'db' | 'terminals' | 'groups'>,
  kind: GroupMember,
  { caller, q }: Pick<ExportRequest, 'caller' | 'q'>,
): AsyncGenerator<Record<string, string>> {
  const members = await membersOf(deps, deps.db, caller, kind);
  for (const group of await deps.groups[kind].listed(deps.db, caller.scope, q)) {
    const { name } = group;
    if (group.members.length === 0) yield { name, member: '', member_name: '' };
    for (const id of group.members) yield { name, member: members.name(id), member_name: members.label(id) };
  }
}

/** Group in the file, with the first row that names it. */
interface Named {
  row: InputRow;
  old: ListedGroup | undefined;
  joins: Set<number>;
}

/**
 * Imports groups, identified by name: members in the file are added, none is removed. Each is written through
 * the same service as the API, in a savepoint of the one transaction.
 */
export const importGroups =
  (kind: GroupMember): Importer =>
  async (deps, tx, run) => {
    const { table, report, caller, ip } = run;
    const field = groupEntities[kind].members;
    const { name: nameRule } = groupEntities[kind].create.shape;
    const memberRule = (groupEntities[kind].create.shape as unknown as Record<string, z.ZodType>)[
      field
    ] as z.ZodType;
    const staged = deps.groups[kind].staged(tx);
    const known = Map.groupBy(await deps.groups[kind].listed(tx, caller.scope), ({ name }) => name);
    const members = await membersOf(deps, tx, caller, kind);
    const named = new Map<string, Named>();
    for (const row of table.rows) read(row);
    for (const [name, group] of named) if (!report.isBad(group.row)) await write(name, group);
    return async () => staged.committed;

    function read(row: InputRow): void {
      const name = report.read(row, 'name', nameRule, row.get('name') ?? '');
      if (name === undefined) return;
      const [old, another] = known.get(name) ?? [];
      if (another !== undefined) {
        report.fault(row, 'name', 'transfer.several', { value: name });
        return;
      }
      const group = named.get(name) ?? { row, old, joins: new Set<number>() };
      named.set(name, group);
      const value = row.get('member') ?? '';
      if (value === '') return;
      const id = members.id(value);
      if (id === undefined) report.fault(row, 'member', 'transfer.noSuch', { value });
      else if (id === null) report.fault(row, 'member', 'transfer.several', { value });
      else if (old?.members.includes(id) !== true) group.joins.add(id);
    }

    async function write(name: string, { row, old, joins }: Named): Promise<void> {
      const ids = [...(old?.members ?? []), ...joins];
      const codes = [...joins].map((id) => members.name(id)).join(' ');
      const changes =
        old === undefined
          ? null
          : joins.size === 0
            ? []
            : [{ column: 'member', before: '', after: `+ ${codes}` }];
      if (changes?.length === 0) return report.outcome(row, name, name, changes);
      const action = old === undefined ? 'create' : 'edit';
      if (!may(caller, entityPermission(action, `${kind}_group`)))
        return report.fault(row, '', old === undefined ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
      if (report.read(row, 'member', memberRule, ids) === undefined) return;
      try {
        if (old === undefined) await staged.service.create(caller, ip, { name, [field]: ids });
        else await staged.service.patch(caller, ip, old.id, { [field]: ids });
        report.outcome(row, name, name, changes);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.failure(row, error);
      }
    }
  };
