import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import type { MessageKey } from '../../api/errors.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { ruleMessage } from '../../rules/ruleMessage.ts';
import { defineEntity } from '../entity.ts';

/**
 * Common parts of the media libraries (files, preset texts, radio stations): each item belongs to at most one group,
 * like a file in a folder, and has a position there; the groups are ordered as well (docs/decisions/0030).
 */

const nameRequired = ruleMessage('rules.required', { field: 'field.name' });
/** Name of a library item. */
export const mediaName = z.string().trim().min(1, nameRequired).max(100);
const groupName = z.string().trim().min(1, nameRequired).max(50);
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

/** A group of media. @param key as in the permission keys and the path, e.g. `radio_group` */
export function mediaGroupEntity<Key extends string>(key: Key) {
  return defineEntity({
    path: key,
    key,
    noun: {
      one: key.replaceAll('_', ' '),
      many: `${key.replaceAll('_', ' ')}s`,
      about: 'A group of media is a folder with an order; an item is in at most one.',
      removal: 'Only an empty group can be deleted.',
      failures: {
        write: { forbidden: ['media.ofWholeSite'] },
        remove: {
          conflict: [held[key] ?? 'media.groupNotEmpty', 'common.inUse', 'common.inUseElsewhere'],
          forbidden: ['media.ofWholeSite'],
        },
      },
    },
    example: { name: 'News' },
    row: z.object({
      id: z.number().int().describe(fieldText.id),
      name: z.string().describe(fieldText.name),
      ...ownerRow,
      position: z.number().int().describe(fieldText.position),
      rev: z.number().int().describe(fieldText.rev),
      created_at: z.number().int().describe(fieldText.created_at),
    }),
    create: z.object({ name: groupName.describe(fieldText.name), ...ownerField }),
    patch: z.object({
      name: groupName.optional().describe(fieldText.name),
      position: place.optional().describe(fieldText.position),
      ...ownerField,
    }),
    filter: z.object({ ...ownerFilter }),
    sortable: ['position', 'name', 'created_at'],
    searchable: ['name'],
  });
}
export type MediaGroup = z.output<ReturnType<typeof mediaGroupEntity>['row']>;

/** Owner, group and position of an item in its row. */
export const libraryRow = {
  ...ownerRow,
  group_id: z.number().int().nullable().describe(fieldText.group_id),
  position: z.number().int().describe(fieldText.position),
};
/** Writable owner and group of an item. */
export const libraryPatch = {
  group_id: idSchema.nullable().optional().describe(fieldText.group_id),
  position: place.optional().describe(fieldText.position),
  ...ownerField,
};
/** Filter by group; `none`: items without a group. */
export const libraryFilter = {
  ...ownerFilter,
  group_id: z
    .union([idSchema, z.literal('none').transform(() => null)])
    .optional()
    .describe('Id of the group; `none`: those without a group.'),
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
 * `POST /v1/{path}/batch`: one result per item. Moved items are appended to their new group. `more`: further actions
 * on items of the kind.
 */
export function libraryBatch<Action extends string>(more: readonly Action[]) {
  const actions = ['delete', ...more] as const;
  return z.discriminatedUnion('action', [
    z.object({
      action: z.literal('move').describe('Moves them.'),
      ids: ids.describe(fieldText.ids),
      group_id: idSchema.nullable().describe(fieldText.group_id),
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

/** Live row of a topic of groups. The number of items of a group follows from the topic of the items. */
export interface MediaGroupLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  name: string;
  position: number;
  rev: number;
}
