import type { EntityContract } from '../../contract/entities/entity.ts';
import { terminalGroupEntities } from '../../contract/entities/group.ts';
import { type TerminalKind, terminalKindNames } from '../../contract/entities/terminal.ts';
import type { TopicName } from '../../contract/live.ts';
import { createGroups, type Groups, type GroupsDeps } from './groups.ts';

/** A kind of groups: what its members are, and what it is called outside. */
export interface GroupKind {
  entity: EntityContract & { members: string };
  /** The terminals that may be members; also the column `kind`. */
  name: TerminalKind;
  topic: TopicName;
}

/** The groups of every kind of terminals. Call after the terminals are loaded. */
export async function createTerminalGroups(deps: GroupsDeps): Promise<Record<TerminalKind, Groups>> {
  const made = {} as Record<TerminalKind, Groups>;
  for (const name of terminalKindNames)
    made[name] = await createGroups(deps, {
      entity: terminalGroupEntities[name],
      name,
      topic: `${name}_group`,
    });
  return made;
}
