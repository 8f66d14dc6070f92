import { terminalRole } from '../../contract/codes.ts';
import type { EntityContract } from '../../contract/entities/entity.ts';
import { deviceGroupEntity } from '../../contract/entities/group.ts';
import type { TopicName } from '../../contract/live.ts';

/** A kind of groups: what its members are, and what it is called outside. */
export interface GroupKind {
  entity: EntityContract & { members: string };
  /** As the column `kind` has it. */
  name: string;
  topic: TopicName;
  /** The terminals that may be members (spec 3, online_role). */
  role: number;
}

/** The kinds whose terminals exist. */
export const groupKinds = {
  device: {
    entity: deviceGroupEntity,
    name: 'device',
    topic: 'device_group',
    role: terminalRole.soundColumn,
  },
} as const satisfies Record<string, GroupKind>;
