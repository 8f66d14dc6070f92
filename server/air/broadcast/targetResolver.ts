import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { terminalRole } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import { type Zones, zoneIn } from '../../site/zones/zones.ts';

interface TargetDirectories {
  directory: Directory;
  zones: Pick<Zones, 'get' | 'subtree'>;
  groups: Pick<Groups, 'members'>;
}
type TargetSelection = Pick<StartRealTimeTask, 'devices' | 'orgs' | 'groups'>;

/**
 * Resolves the targets of a task to sound terminals: the named terminals, those of the named zones with their
 * subtrees, and the members of the named groups that lie within the scope; membership as it is now.
 *
 * @throws AppError as `findTargets`, and 999 when zones and groups hold no terminal
 */
export function resolveTargets(
  where: TargetDirectories,
  scope: Scope,
  task: TargetSelection,
): AdoptedTerminal[] {
  const found = findTargets(where, scope, task);
  if (found.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
  return found;
}

/**
 * Like `resolveTargets`, for queries: an empty result is allowed.
 *
 * @throws AppError 404 for a terminal, zone or group that does not exist or lies outside the scope
 */
export function findTargets(
  where: TargetDirectories,
  scope: Scope,
  task: TargetSelection,
): AdoptedTerminal[] {
  const found = new Map<number, AdoptedTerminal>();
  for (const id of task.devices) {
    const terminal = where.directory.byId(id);
    if (
      terminal === undefined ||
      terminal.row.role !== terminalRole.soundColumn ||
      !inScope(scope, terminal.org)
    )
      throw new AppError(errorCode.notFound, 'terminal.notFound');
    found.set(id, terminal);
  }
  if (task.orgs.length > 0) {
    const orgs = where.zones.subtree(task.orgs.map((id) => zoneIn(where.zones, scope, id).id));
    for (const terminal of where.directory.all()) {
      if (terminal.org !== null && orgs.has(terminal.org) && terminal.row.role === terminalRole.soundColumn)
        found.set(terminal.id, terminal);
    }
  }
  for (const group of task.groups) {
    for (const id of where.groups.members(scope, group)) {
      const terminal = where.directory.byId(id);
      if (terminal !== undefined) found.set(id, terminal);
    }
  }
  return [...found.values()];
}
