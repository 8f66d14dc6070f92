import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import type { MessageKey } from '../../api/errors.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';
import { defineEntity, type EntityContract } from '../entity.ts';

/**
 * Common parts of the media libraries (files, preset texts, radio stations): a group collects items in an order of its
 * own, an item may be in several groups; the groups are ordered as well (docs/rules/media.md#groups-of-media).
 */

const nameRequired = ruleMessage('rules.required', { field: 'field.name' });
/** Name of a library item. */
export const mediaName = z.string().trim().min(1, nameRequired).max(100, lengthMessage(100));
const groupName = z.string().trim().min(1, nameRequired).max(50, lengthMessage(50));
/** Number of groups of one item. */
const MAX_GROUPS_OF_ITEM = 100;
const place = z.number().int().min(0).max(1_000_000);

/** Zone that owns a library item; null: the whole site. */
export const ownerRow = { org: z.number().int().nullable().describe(fieldText.org) };
/** Writable owner; absent: the whole site for accounts of the whole site, else the zone of the account. */
export const ownerField = { org: idSchema.nullable().optional().describe(fieldText.org) };
export const ownerFilter = { org: idSchema.optional().describe(fieldText.org) };

/** Messages for deleting a group that is not empty, by kind; files have the default message. */
const held: Record<string, MessageKey> = {
  preset_text_group: 'media.groupHoldsTexts',
  radio_group: 'media.groupHoldsStations',
};

const memberIds = z.array(idSchema).max(20_000);

/**
 * A group of media: a name and member ids.
 *
 * @param key as in the permission keys and the path, e.g. `radio_group`
 * @param members the field of the member ids, in their order; a caller reads and writes those within its zones
 */
export function mediaGroupEntity<Key extends string, Members extends string>(key: Key, members: Members) {
  const field = <T extends z.ZodType>(type: T) => ({ [members]: type }) as Record<Members, T>;
  const entity = defineEntity({
    path: key,
    key,
    noun: {
      one: key.replaceAll('_', ' '),
      many: `${key.replaceAll('_', ' ')}s`,
      about: 'A group of media collects items in an order; an item may be in several groups.',
      removal: 'Only an empty group can be deleted.',
      failures: {
        write: { forbidden: ['media.ofWholeSite'], notFound: ['common.notFound'] },
        remove: {
          conflict: [held[key] ?? 'media.groupNotEmpty', 'common.inUse', 'common.inUseElsewhere'],
          forbidden: ['media.ofWholeSite'],
        },
      },
    },
    example: { name: 'News' } as object as never,
    row: z.object({
      id: z.number().int().describe(fieldText.id),
      name: z.string().describe(fieldText.name),
      ...ownerRow,
      position: z.number().int().describe(fieldText.position),
      rev: z.number().int().describe(fieldText.rev),
      created_at: z.number().int().describe(fieldText.created_at),
      /** Absent in lists, as a group may have thousands. */
      ...field(
        z.array(z.number().int()).optional().describe('Ids of the members in their order; absent in lists.'),
      ),
    }),
    create: z.object({
      name: groupName.describe(fieldText.name),
      ...field(memberIds.optional().describe('Ids of the members in their order.')),
      ...ownerField,
    }),
    patch: z.object({
      name: groupName.optional().describe(fieldText.name),
      position: place.optional().describe(fieldText.position),
      ...field(
        memberIds
          .optional()
          .describe('All members within the zones of the caller, in their order; others stay.'),
      ),
      ...ownerField,
    }),
    filter: z.object({ ...ownerFilter }),
    sortable: ['position', 'name', 'created_at'],
    searchable: ['name'],
  });
  return { ...entity, members };
}
export type MediaGroupEntity = EntityContract & { members: string };
export interface MediaGroup {
  id: number;
  name: string;
  org: number | null;
  position: number;
  rev: number;
  created_at: number;
}

/** Owner, groups and position of an item in its row. */
export const libraryRow = {
  ...ownerRow,
  group_ids: z.array(z.number().int()).describe(fieldText.group_ids),
  group_id: z.number().int().nullable().describe(fieldText.group_id),
  position: z.number().int().describe(fieldText.position),
};
/** Writable groups of an item: `group_ids` all of them, `group_id` the only one (null: none). */
export const libraryGroups = {
  group_ids: z.array(idSchema).max(MAX_GROUPS_OF_ITEM).optional().describe(fieldText.group_ids),
  group_id: idSchema.nullable().optional().describe(fieldText.group_id),
};
/** Writable owner and groups of an item. */
export const libraryPatch = {
  ...libraryGroups,
  position: place.optional().describe(fieldText.position),
  ...ownerField,
};
/** Filter by group; `none`: items without a group. */
export const libraryFilter = {
  ...ownerFilter,
  group_id: z
    .union([idSchema, z.literal('none').transform(() => null)])
    .optional()
    .describe('Id of a group that it is in; `none`: those without a group.'),
};

/** Maximum number of items of one query. */
export const usedAtOnce = 100;
/** `GET /v1/{kind}/used`: `ids` are numbers separated by commas. */
export const usedQuery = z.object({
  ids: z
    .string()
    .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
    .refine((ids) => ids.length <= usedAtOnce)
    .describe('Ids, divided by commas, at most 100.'),
});
/**
 * Names of the users of an item: saved tasks, linkage tasks, running broadcasts. `elsewhere`: number of further users
 * that the caller does not see.
 */
export const usedValue = z.object({
  id: z.number().int().describe(fieldText.id),
  users: z.array(z.string()).describe('Names of what uses it, as far as the caller sees them.'),
  elsewhere: z.number().int().describe('Number of further uses that the caller does not see.'),
});
export type Used = z.output<typeof usedValue>;

const ids = z.array(idSchema).min(1).max(20_000);

/**
 * `POST /v1/{path}/batch`: one result per item. Moved and joining items are appended to the group. `more`: further
 * actions on items of the kind.
 */
export function libraryBatch<Action extends string>(more: readonly Action[]) {
  const actions = ['delete', ...more] as const;
  return z.discriminatedUnion('action', [
    z.object({
      action: z.literal('move').describe('Moves them: the group is their only one.'),
      ids: ids.describe(fieldText.ids),
      group_id: idSchema.nullable().describe('Id of their only group; null: none.'),
    }),
    z.object({
      action: z
        .enum(['join', 'leave'])
        .describe('`join` adds them to a group, `leave` takes them out of it; other groups stay.'),
      ids: ids.describe(fieldText.ids),
      group_id: idSchema.describe('Id of the group.'),
    }),
    z.object({
      action: z
        .enum(actions)
        .describe(
          'Action for each of the ids: `delete` removes it; the others are those of the kind, such as `build` or `test`.',
        ),
      ids: ids.describe(fieldText.ids),
    }),
  ]);
}

/** `PUT /v1/{path}_group/order`: groups in their new order; groups that are not named follow in their old order. */
export const groupOrder = z.object({
  ids: z
    .array(idSchema)
    .min(1)
    .max(5000)
    .describe('Ids in their new order; the others follow in their present order.'),
});

/** `PUT /v1/{path}/order`: the items of a group (null: without a group) in their new order; the others follow. */
export const itemOrder = z.object({
  group_id: idSchema.nullable().describe('Id of the group; null: items without a group.'),
  ids: ids.describe('Ids in their new order; the others follow in their present order.'),
});

/** Groups of an item in its live row. */
export interface LibraryPlaces {
  /** Its groups by ascending id, with its place in each. */
  places: readonly (readonly [group: number, position: number])[];
  /** The first group; null: none. */
  group_id: number | null;
  /** Place in the first group, or among the items without a group. */
  position: number;
}

/** Tells if an item is in a group (null: in none; undefined: any item). */
export function isInGroup(
  { places }: Pick<LibraryPlaces, 'places'>,
  group: number | null | undefined,
): boolean {
  if (group === undefined) return true;
  return group === null ? places.length === 0 : places.some(([id]) => id === group);
}

/** Place of an item in a group; null: among the items without a group. */
export function placeOf(item: LibraryPlaces, group: number | null): number {
  return item.places.find(([id]) => id === group)?.[1] ?? item.position;
}

/** Live row of a topic of groups. The number of items of a group follows from the topic of the items. */
export interface MediaGroupLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  name: string;
  position: number;
  rev: number;
}
