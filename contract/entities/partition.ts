import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { confirmed, requiredText } from '../rules.ts';
import { defineEntity } from './entity.ts';

const name = z.string().trim().pipe(requiredText('name'));
const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,50}$/, { error: 'rules.zoneCode' });
/** Zone password: lets a terminal enrol itself into the zone; may be blank (spec 3), then nobody can. */
const password = z.string().max(100);

/** Partition (zone): spec 3. The password never goes out; `has_password` says whether there is one. */
export const partitionEntity = defineEntity({
  path: 'partition',
  key: 'partition',
  row: z.object({
    id: z.number().int(),
    name: z.string(),
    code: z.string(),
    parent_id: z.number().int().nullable(),
    has_password: z.boolean(),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: z.object({ name, code, password: password.optional(), parent_id: idSchema.nullable() }),
  patch: z.object({
    name: name.optional(),
    code: code.optional(),
    password: password.optional(),
    parent_id: idSchema.nullable().optional(),
  }),
  filter: z.object({ parent_id: idSchema.optional() }),
  sortable: ['name', 'code', 'created_at'],
  searchable: ['name', 'code'],
});
/** The form of a new zone: with the confirmation of its password, which may be blank (spec 3). */
export const partitionForm = partitionEntity.create
  .extend({ confirmPassword: z.string().optional() })
  .check(confirmed);
/** The form of a zone's password alone; blank takes it away. */
export const partitionPasswordForm = z.object({ password, confirmPassword: z.string() }).check(confirmed);
export type Partition = z.output<typeof partitionEntity.row>;

const ids = z.array(idSchema).min(1).max(2_000);

/** `POST /v1/partition/batch`: a result per zone. Zones within others of the list move along with these. */
export const partitionBatch = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move'), ids, parent_id: idSchema }),
  z.object({ action: z.literal('delete'), ids }),
]);
export type PartitionBatch = z.output<typeof partitionBatch>;

/** Live row of the zone tree: counts cover the whole subtree. */
export interface PartitionLive {
  id: number;
  org: number;
  name: string;
  code: string;
  parent_id: number | null;
  has_password: boolean;
  rev: number;
  online: number;
  offline: number;
  /** Imported, and never come. */
  expected: number;
  [field: string]: unknown;
}
