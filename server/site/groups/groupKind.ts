import type { MessageKey } from '../../../contract/api/errors.ts';
import type { TopicName } from '../../../contract/api/live.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { GroupMember } from '../../../contract/entities/terminals/group.ts';
import type { MemberSource } from './memberSource.ts';
import type { MemberTables } from './members.repository.ts';

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
