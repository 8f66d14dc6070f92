import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { terminalRole } from '../../../contract/codes.ts';
import {
  type QuickCodeForm,
  quickCodeEntity,
  quickCodeForm,
} from '../../../contract/entities/tasks/quickCode.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudDeps, crudService } from '../../platform/crud/crud.ts';
import { hasSqlState, type Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { VirtualCasters } from '../../site/casters/virtualCasters.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import { outsideZone } from '../../site/zones/outside.ts';
import { zonedForm } from '../../site/zones/zonedForm.ts';
import { lockTree } from '../../site/zones/zones.repository.ts';
import { type Zones, zoneIn } from '../../site/zones/zones.ts';
import { isStation } from '../calls/numbers.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { QuickCodeRow } from './quickCode.repository.ts';
import * as repository from './quickCode.repository.ts';

export interface QuickCodeServiceDeps extends CrudDeps {
  zones: Zones;
  directory: Directory;
  groups: Pick<Groups, 'members'>;
  virtualCasters: Pick<VirtualCasters, 'byId'>;
  schedule: Pick<Schedule, 'tasks' | 'index'>;
  committed(before: QuickCodeRow | null, after: QuickCodeRow | null): void;
}

const notFound = () => new AppError(errorCode.notFound, 'terminal.notFound');

/**
 * Creates the service that writes quick codes (digits dialled at a station to page, call or start a task).
 * Everything that a code reaches must belong to the author, and lie in its zone or below.
 */
export function createQuickCodeService(deps: QuickCodeServiceDeps) {
  const { zones, directory, groups } = deps;

  /**
   * Checks the references of a code.
   * @throws AppError 404 for what does not exist or is not the caller's, 999 for what lies in another zone
   */
  async function check(tx: Tx, caller: Caller, ip: string, code: QuickCodeForm): Promise<void> {
    const { scope } = caller;
    const own = zones.subtree(code.org === null ? [] : [code.org]);
    const mine = (id: number) => {
      const terminal = directory.byId(id);
      if (terminal === undefined || !inScope(scope, terminal.org)) throw notFound();
      if (terminal.org === null || !own.has(terminal.org))
        throw outsideZone(scope, { name: terminal.settings.name, org: terminal.org });
      return terminal;
    };
    for (const id of code.devices) if (mine(id).row.role !== terminalRole.soundColumn) throw notFound();
    if (code.station !== null && !isStation(mine(code.station))) throw notFound();
    for (const id of code.orgs) {
      const zone = zoneIn(zones, scope, id);
      if (!own.has(id)) throw outsideZone(scope, { name: zone.name, org: zone.id });
    }
    for (const id of code.groups) {
      groups.members(scope, id);
      for (const member of groups.members({ all: true }, id)) {
        const terminal = directory.byId(member);
        if (terminal !== undefined && (terminal.org === null || !own.has(terminal.org)))
          throw outsideZone(scope, { name: terminal.settings.name, org: terminal.org });
      }
    }
    if (code.virtual_caster !== null) {
      const virtual = deps.virtualCasters.byId(code.virtual_caster);
      if (virtual === undefined) throw notFound();
      for (const id of virtual.casters) mine(id);
    }
    if (code.scheduled_task !== null) {
      // A task that reaches beyond the caller's zones cannot be started by the caller.
      const task = deps.schedule.tasks.own({ caller, ip }, code.scheduled_task);
      deps.schedule.tasks.mayTest(caller, task);
      if (!deps.schedule.index.reaches.recent.of(task).org.every((id) => own.has(id)))
        throw outsideZone(scope, {
          name: task.name,
          org: [...deps.schedule.index.reaches.recent.of(task).org],
        });
    }
    if (!(await repository.hold(tx, code))) throw new AppError(errorCode.notFound, 'common.notFound');
  }

  /** Maps a duplicate code to an error of the field `code`. */
  async function numbered<T>(code: unknown, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!hasSqlState(error, '23505')) throw error;
      const key = 'call.codeTaken';
      const params = { value: String(code) };
      throw new AppError(errorCode.conflict, key, params, { fields: [{ path: 'code', key, params }] });
    }
  }

  const zoned = zonedForm(zones, quickCodeEntity, quickCodeForm);
  const crud = crudService<QuickCodeRow>(deps, quickCodeEntity, repository.quickCodes, {
    // The zone of a code stays until the transaction ends.
    begin: lockTree,
    async beforeCreate(tx, caller, values) {
      const form = zoned.check(caller, values);
      await check(tx, caller, '', form);
      return form;
    },
    async beforePatch(tx, caller, row, values) {
      const form = zoned.checkChange(caller, row, values);
      await check(tx, caller, '', form);
      return Object.keys(values).length === 0 ? {} : form;
    },
    committed: deps.committed,
  });
  return {
    ...crud,
    create: (...args: Parameters<typeof crud.create>) => numbered(args[2].code, crud.create(...args)),
    patch: (...args: Parameters<typeof crud.patch>) => numbered(args[3].code, crud.patch(...args)),
  };
}
export type QuickCodeService = ReturnType<typeof createQuickCodeService>;
