import type { Groups } from '../../site/groups/groups.ts';
import type { QuickCodeRow } from '../quickCodes/quickCode.repository.ts';
import type { SiteTask } from './sitePlan.types.ts';

export interface SiteQuickCodesDeps {
  quickCodes(): Iterable<QuickCodeRow>;
  groups: Pick<Groups, 'members'>;
}

/** Terminals of the groups that a code pages. */
export const membersOf = ({ groups }: Pick<SiteQuickCodesDeps, 'groups'>, code: QuickCodeRow) =>
  code.groups.flatMap((group) => groups.members({ all: true }, group));

/**
 * Quick codes that do something at a relay, with their zones and terminals there in place of groups. A code that is
 * switched off is among them, so that a station is told so.
 *
 * @param zones zones of the relay @param here its terminals @param tasks saved tasks that it can start
 */
export function quickCodesAt(
  deps: SiteQuickCodesDeps,
  zones: ReadonlySet<number>,
  here: ReadonlySet<number>,
  tasks: readonly SiteTask[],
): QuickCodeRow[] {
  const startable = new Set(tasks.map(({ row }) => row.id));
  return [...deps.quickCodes()].flatMap((code) => {
    const orgs = code.orgs.filter((id) => zones.has(id));
    const devices = [...new Set([...code.devices, ...membersOf(deps, code)])].filter((id) => here.has(id));
    const acts = {
      task: startable.has(code.scheduled_task ?? 0),
      page: orgs.length + devices.length > 0,
      call: here.has(code.station ?? 0),
    };
    return acts[code.action] ? [{ ...code, orgs, groups: [], devices }] : [];
  });
}
