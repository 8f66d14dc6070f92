import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { ruleMessage } from '../ruleMessage.ts';
import { defineEntity } from './entity.ts';

/**
 * What the kinds of media have in common (files, preset texts, radio stations): each thing lies in at most one group,
 * like a file in a folder, and has a place there; the groups have an order as well (docs/decisions/0030).
 */

const nameRequired = ruleMessage('rules.required', { field: 'field.name' });
/** Name of a thing of the library. */
export const mediaName = z.string().trim().min(1, nameRequired).max(100);
const groupName = z.string().trim().min(1, nameRequired).max(50);
const place = z.number().int().min(0).max(1_000_000);

/** Zone that owns a thing of the libraries; null: the whole site. */
export const ownerRow = { org: z.number().int().nullable() };
/** And as it is written; not said: the whole site for those who have it, else one's own zone. */
export const ownerField = { org: idSchema.nullable().optional() };
export const ownerFilter = { org: idSchema.optional() };

/** A group of media. @param key as in the permission keys and the path, e.g. `radio_group` */
export function mediaGroupEntity<Key extends string>(key: Key) {
  return defineEntity({
    path: key,
    key,
    row: z.object({
      id: z.number().int(),
      name: z.string(),
      ...ownerRow,
      position: z.number().int(),
      rev: z.number().int(),
      created_at: z.number().int(),
    }),
    create: z.object({ name: groupName, ...ownerField }),
    patch: z.object({ name: groupName.optional(), position: place.optional(), ...ownerField }),
    filter: z.object({ ...ownerFilter }),
    sortable: ['position', 'name', 'created_at'],
    searchable: ['name'],
  });
}
export type MediaGroup = z.output<ReturnType<typeof mediaGroupEntity>['row']>;

/** Whose a thing is and where it lies, as its row has it. */
export const shelfRow = {
  ...ownerRow,
  group_id: z.number().int().nullable(),
  position: z.number().int(),
};
/** And as it is written. */
export const shelfPatch = {
  group_id: idSchema.nullable().optional(),
  position: place.optional(),
  ...ownerField,
};
/** `none`: things that are in no group. */
export const shelfFilter = {
  ...ownerFilter,
  group_id: z.union([idSchema, z.literal('none').transform(() => null)]).optional(),
};

/** Things asked for at once. */
export const usedAtOnce = 100;
/** `GET /v1/{kind}/used`: `ids` are numbers with commas between them. */
export const usedQuery = z.object({
  ids: z
    .string()
    .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
    .refine((ids) => ids.length <= usedAtOnce),
});
/**
 * The names of what uses a thing: saved tasks, linkage tasks, broadcasts that have not ended. `elsewhere`: how many more
 * there are that the caller does not see.
 */
export const usedValue = z.object({
  id: z.number().int(),
  users: z.array(z.string()),
  elsewhere: z.number().int(),
});
export type Used = z.output<typeof usedValue>;

const ids = z.array(idSchema).min(1).max(20_000);

/**
 * `POST /v1/{path}/batch`: one result per thing. What is moved goes behind the last of its new group. `more`: what else
 * can be done with things of the kind.
 */
export function shelfBatch<Action extends string>(more: readonly Action[]) {
  const actions = ['delete', ...more] as const;
  return z.discriminatedUnion('action', [
    z.object({ action: z.literal('move'), ids, group_id: idSchema.nullable() }),
    z.object({ action: z.enum(actions), ids }),
  ]);
}

/** `PUT /v1/{path}_group/order`: groups in their order; those that are not named stay behind them as they were. */
export const groupOrder = z.object({ ids: z.array(idSchema).min(1).max(5000) });

/** `PUT /v1/{path}/order`: the things of a group (null: of none) in their order; the others stay behind them. */
export const itemOrder = z.object({ group_id: idSchema.nullable(), ids });

/** Live row of a topic of groups. How many things a group holds follows from their own topic. */
export interface MediaGroupLive extends Record<string, unknown> {
  id: number;
  org: number | null;
  name: string;
  position: number;
  rev: number;
}
