import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';

/** Maximum number of casters of one virtual caster. */
export const MAX_VIRTUAL_MEMBERS = 50;

const fields = {
  name: requiredText('name').describe(fieldText.name),
  call_number: z
    .string()
    .regex(/^[0-9]{1,12}$/, { error: 'rules.callNumberNeeded' })
    .describe(fieldText.call_number),
  ring: z.enum(['all', 'order']).describe(fieldText.ring),
  casters: z
    .array(idSchema)
    .min(1, { error: 'rules.selectCaster' })
    .max(MAX_VIRTUAL_MEMBERS)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'rules.selectCaster' })
    .describe(fieldText.casters),
};

/** A virtual caster: a number that several caster accounts answer. Its permissions are those of casters. */
export const virtualCasterEntity = defineEntity({
  path: 'virtual_caster',
  key: 'caster',
  noun: {
    one: 'virtual caster',
    many: 'virtual casters',
    about: 'A virtual caster is a number that several casters answer.',
    removal: 'Calls in progress continue.',
    failures: {
      write: { forbidden: ['call.virtualNotYours'], notFound: ['terminal.notFound'] },
      remove: { forbidden: ['call.virtualNotYours'], conflict: ['common.inUse', 'common.inUseElsewhere'] },
    },
  },
  example: { name: 'Help', call_number: '100', ring: 'order', casters: [5, 6] },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe(fieldText.name),
    call_number: z.string().describe(fieldText.call_number),
    ring: z.enum(['all', 'order']).describe(fieldText.ring),
    casters: z.array(z.number().int()).describe(fieldText.casters),
    whole: z.boolean().describe(fieldText.whole),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: z.object({ ...fields, ring: fields.ring.default('all').describe(fieldText.ring) }),
  patch: z.object({
    name: fields.name.optional().describe(fieldText.name),
    call_number: fields.call_number.optional().describe(fieldText.call_number),
    ring: fields.ring.optional().describe(fieldText.ring),
    casters: fields.casters.optional().describe(fieldText.casters),
  }),
  filter: z.object({}),
  sortable: ['name', 'call_number', 'created_at'],
  searchable: ['name', 'call_number'],
});
export type VirtualCaster = z.output<typeof virtualCasterEntity.row>;

/** Live row of the topic `virtual_caster`. */
export interface VirtualCasterLive extends Record<string, unknown> {
  id: number;
  /** Zones of its members within the reader's zones. */
  org: readonly number[] | null;
  name: string;
  call_number: string;
  ring: 'all' | 'order';
  casters: readonly number[];
  whole: boolean;
  rev: number;
}
