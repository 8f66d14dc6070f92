import type { MessageKey } from '../../../contract/api/errors.ts';
import type { LiveRow, TopicName } from '../../../contract/api/live.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { MediaGroupEntity } from '../../../contract/entities/sound/library.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { CrudHooks, CrudService } from '../../platform/crud/crud.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub, Topic } from '../../platform/live/hub.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { Use, UsesOf } from '../../site/uses/used.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { GroupRow, LibraryRow, LibraryStore } from './library.repository.ts';

export interface LibraryDeps {
  uses: UseRegistry;
  db: Db;
  audit: Audit;
  live: LiveHub;
  zones: Zones;
}

/** Describes a kind of grouped library entry: its entities, its topics and its live rows. */
export interface LibraryKind<R extends LibraryRow, L extends LiveRow> {
  entity: EntityContract;
  groupEntity: MediaGroupEntity;
  store: LibraryStore<R>;
  topic: TopicName;
  groupTopic: TopicName;
  /** Message that refuses to delete a group which is not empty; gets `name` and `count`. */
  groupHolds: MessageKey;
  usesOf: UsesOf;
  /** Uses of groups, which prevent their deletion. */
  usesOfGroups?: UsesOf;
  /** Message that refuses to delete an entry in use. */
  inUse?: 'media.inUse';
  /** Builds the live row. @param held the topic's current row, for facts that are not in the table */
  live(row: R, held: Readonly<L> | undefined): L;
  hooks?: Pick<CrudHooks<R>, 'beforeCreate' | 'beforePatch' | 'beforeRemove' | 'committed'>;
}

export interface Library<R extends LibraryRow, L extends LiveRow> {
  entity: EntityContract;
  groupEntity: MediaGroupEntity;
  crud: CrudService<R>;
  groups: CrudService<GroupRow>;
  topic: Topic<L>;
  /** Uses of the entries that the caller may see. */
  uses(caller: Caller, ids: readonly number[]): Promise<Use[]>;
  /** All entries, as they are held in memory. */
  held(): Iterable<R>;
  /** One entry, as it is held in memory. */
  get(id: number): R | undefined;
  /** Reads all rows again. */
  load(): Promise<void>;
  /** Reads entries; from memory while the database is away. */
  itemsOf(ids: readonly number[]): Promise<R[]>;
  /** Publishes a row that was written elsewhere, after the commit. */
  publish(row: R): void;
  /** Takes an entry that the caller sees into a group that it owns, or out of it. @throws AppError 404, 403 */
  collect(caller: Caller, ip: string, id: number, groupId: number, isMember: boolean): Promise<void>;
  orderItems(caller: Caller, ip: string, groupId: number | null, ids: readonly number[]): Promise<void>;
  orderGroups(caller: Caller, ip: string, ids: readonly number[]): Promise<void>;
}
