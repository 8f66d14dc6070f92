import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { requiredText } from '../rules.ts';
import { defineEntity } from './entity.ts';

/** Most casters that serve one number. */
export const MAX_VIRTUAL_MEMBERS = 50;

const fields = {
  name: requiredText('name'),
  call_number: z.string().regex(/^[0-9]{1,12}$/, { error: 'rules.callNumberNeeded' }),
  /** `all`: every member rings at once; `order`: one after the other. */
  ring: z.enum(['all', 'order']),
  /** Ids of casters, in their order. */
  casters: z
    .array(idSchema)
    .min(1, { error: 'rules.selectCaster' })
    .max(MAX_VIRTUAL_MEMBERS)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'rules.selectCaster' }),
};

/** A virtual caster (spec 3): a called number served by several caster accounts. Its rights are those of casters. */
export const virtualCasterEntity = defineEntity({
  path: 'virtual_caster',
  key: 'caster',
  row: z.object({
    id: z.number().int(),
    name: z.string(),
    call_number: z.string(),
    ring: z.enum(['all', 'order']),
    /** Of its members those that the reader may see. */
    casters: z.array(z.number().int()),
    /** Every member lies within the reader's zones: only then may it be changed. */
    whole: z.boolean(),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: z.object({ ...fields, ring: fields.ring.default('all') }),
  patch: z.object({
    name: fields.name.optional(),
    call_number: fields.call_number.optional(),
    ring: fields.ring.optional(),
    casters: fields.casters.optional(),
  }),
  filter: z.object({}),
  sortable: ['name', 'call_number', 'created_at'],
  searchable: ['name', 'call_number'],
});
export type VirtualCaster = z.output<typeof virtualCasterEntity.row>;

/** Live row of the topic `virtual_caster`. */
export interface VirtualCasterLive extends Record<string, unknown> {
  id: number;
  /** Zones of its members, as far as the reader may see them. */
  org: readonly number[] | null;
  name: string;
  call_number: string;
  ring: 'all' | 'order';
  casters: readonly number[];
  whole: boolean;
  rev: number;
}
