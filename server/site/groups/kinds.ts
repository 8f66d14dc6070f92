import type { MessageKey } from '../../../contract/api/errors.ts';
import type { TopicName } from '../../../contract/api/live.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import {
  type GroupMember,
  groupEntities,
  groupMembers,
  isTerminalGroup,
} from '../../../contract/entities/terminals/group.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { createGroups, type Groups, type GroupsDeps } from './groups.ts';
import { type MemberSource, terminalSource, topicSource } from './memberSource.ts';
import {
  alarmPlanTables,
  linkageTaskTables,
  type MemberTables,
  terminalTables,
} from './members.repository.ts';

/** Kind of groups: tables of its members, and its public names. */
export interface GroupKind {
  entity: EntityContract & { members: string };
  /** Also the value of the column `kind`. */
  name: GroupMember;
  topic: TopicName;
  /** True: members are counted by presence; false: only counted. */
  areTerminals: boolean;
  tables: MemberTables;
  source: MemberSource;
  /** Message key for ids that cannot be members. */
  notFound: MessageKey;
}

/** Creates the groups of every kind. Call after the terminals are loaded. */
export async function createAllGroups(
  deps: GroupsDeps & { terminals: Pick<Terminals, 'devices'> },
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
        : {
            tables: name === 'alarm_plan' ? alarmPlanTables : linkageTaskTables,
            source: topicSource(deps.live, name),
          }),
    });
  return made;
}
