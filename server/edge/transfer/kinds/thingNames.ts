import type { Caller } from '../../../platform/auth/callers.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { may } from '../../../platform/http/access.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { namedRows } from '../names.repository.ts';
import type { TransferDeps } from '../transfer.types.ts';

/** Entities of one kind by their names in a file, as far as the caller may see them. */
export interface Names {
  /** Undefined: no entity of this name; null: several. */
  id(name: string): number | null | undefined;
  /** Empty for an entity that the caller does not see. */
  name(id: number): string;
}

export function namesOf(rows: Iterable<{ id: number; name: string }>): Names {
  const ids = new Map<string, number | null>();
  const names = new Map<number, string>();
  for (const { id, name } of rows) {
    ids.set(name, ids.has(name) ? null : id);
    names.set(id, name);
  }
  return { id: (name) => ids.get(name), name: (id) => names.get(id) ?? '' };
}

/**
 * Entities that linkage tasks, alarm plans and quick codes refer to: zones and terminals by code, virtual
 * casters by number, others by name.
 */
export async function thingNames(
  deps: Pick<TransferDeps, 'zones' | 'terminals' | 'groups' | 'schedule'>,
  db: DbOrTx,
  caller: Caller,
) {
  const { scope } = caller;
  const rows = await namedRows(db);
  const terminals = [...deps.terminals.directory.all()].filter(({ org }) => inScope(scope, org));
  const codes = (...kinds: string[]) =>
    namesOf(
      terminals.filter(({ kind }) => kinds.includes(kind)).map(({ row }) => ({ id: row.id, name: row.code })),
    );
  const within = (all: readonly { id: number; name: string; org: number | null }[]) =>
    namesOf(all.filter(({ org }) => inScope(scope, org)));
  const zones = deps.zones.all().filter(({ id }) => inScope(scope, id));
  return {
    zones: namesOf(zones.map(({ id, code }) => ({ id, name: code }))),
    devices: codes('device'),
    fireDevices: codes('fire_control_device'),
    groups: namesOf(rows.groups.filter(({ id }) => deps.groups.device.isVisible(scope, id))),
    files: may(caller, 'list_file') ? within(rows.files) : namesOf([]),
    texts: may(caller, 'list_preset_text') ? within(rows.texts) : namesOf([]),
    linkageTasks: within(rows.linkageTasks),
    gpioTasks: within(rows.gpioTasks),
    stations: codes('caster', 'dialogue'),
    virtualCasters: namesOf(may(caller, 'list_caster') ? rows.virtualCasters : []),
    savedTasks: namesOf(may(caller, 'list_task') ? deps.schedule.tasks.visible({ caller, ip: '' }) : []),
  };
}
export type ThingNames = Awaited<ReturnType<typeof thingNames>>;
