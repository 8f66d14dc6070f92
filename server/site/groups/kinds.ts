import {
  type GroupMember,
  groupEntities,
  groupMembers,
  isTerminalGroup,
} from '../../../contract/entities/terminals/group.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { createGroups, type Groups, type GroupsDeps } from './groups.ts';
import { terminalSource, topicSource } from './memberSource.ts';
import { type AlarmGroupTables, terminalTables } from './members.repository.ts';

/** Creates the groups of every kind. Call after the terminals are loaded. */
export async function createAllGroups(
  deps: GroupsDeps & { terminals: Pick<Terminals, 'devices'>; alarmTables: AlarmGroupTables },
): Promise<Record<GroupMember, Groups>> {
  const made = {} as Record<GroupMember, Groups>;
  for (const name of groupMembers)
    made[name] = await createGroups(deps, {
      entity: groupEntities[name],
      name,
      topic: `${name}_group`,
      areTerminals: isTerminalGroup(name),
      notFound: isTerminalGroup(name) ? 'terminal.notFound' : 'common.notFound',
      ...(isTerminalGroup(name)
        ? { tables: terminalTables(name), source: terminalSource(deps.terminals.devices) }
        : { tables: deps.alarmTables[name], source: topicSource(deps.live, name) }),
    });
  return made;
}
