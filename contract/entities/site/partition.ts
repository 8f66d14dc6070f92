import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { confirmed, requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';

const name = z.string().trim().pipe(requiredText('name'));
const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,50}$/, { error: 'rules.zoneCode' });
/** Zone password: lets a terminal enrol itself into the zone; blank disables that. */
const password = z.string().max(100);

/** Longest wait of the starts of a zone for loudspeakers that are called first, s: as long as one may ring. */
export const MAX_START_WAIT_S = 20;
const startWait = z
  .number()
  .int()
  .min(0)
  .max(MAX_START_WAIT_S)
  .describe(
    'Longest time for which a broadcast that plays only in zones that wait begins later, so that loudspeakers that are called first begin with the others, s; 0: as the zone above, or not at all. Alarms, live speech and calls never wait.',
  );

/** Partition (zone). The password is never in a response; `has_password` says whether there is one. */
export const partitionEntity = defineEntity({
  path: 'partition',
  key: 'partition',
  noun: {
    one: 'zone',
    many: 'zones',
    about:
      'A zone is a node of the tree to which terminals, tasks and permissions belong; permissions in a zone include all zones below it.',
    removal: 'Only an empty zone can be deleted: terminals and zones in it are moved or deleted first.',
    failures: {
      write: {
        notFound: ['zone.notFound'],
        conflict: ['zone.rootFixed', 'zone.moveIntoSelf', 'zone.tooDeep'],
        refused: ['broadcast.alarmInProgress'],
      },
      remove: { conflict: ['zone.rootFixed', 'zone.notEmpty'] },
    },
  },
  example: { name: 'Hall', code: 'HALL', parent_id: 1 },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    name: z.string().describe(fieldText.name),
    code: z.string().describe('Code of the zone: up to 50 letters, digits, _ and -, unique.'),
    parent_id: z.number().int().nullable().describe(fieldText.parent_id),
    has_password: z.boolean().describe(fieldText.has_password),
    start_wait_s: startWait,
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: z.object({
    name: name.describe(fieldText.name),
    code: code.describe('Code of the zone: up to 50 letters, digits, _ and -, unique.'),
    password: password
      .optional()
      .describe(
        'Password by which a terminal enrols itself into the zone; empty: none can. Never in a response.',
      ),
    start_wait_s: startWait.optional(),
    parent_id: idSchema.nullable().describe(fieldText.parent_id),
  }),
  patch: z.object({
    name: name.optional().describe(fieldText.name),
    code: code.optional().describe('Code of the zone: up to 50 letters, digits, _ and -, unique.'),
    password: password
      .optional()
      .describe(
        'Password by which a terminal enrols itself into the zone; empty: none can. Never in a response.',
      ),
    start_wait_s: startWait.optional(),
    parent_id: idSchema.nullable().optional().describe(fieldText.parent_id),
  }),
  filter: z.object({ parent_id: idSchema.optional().describe(fieldText.parent_id) }),
  sortable: ['name', 'code', 'created_at'],
  searchable: ['name', 'code'],
});
/** The form of a new zone: with the confirmation of its password, which may be blank. */
export const partitionForm = partitionEntity.create
  .extend({ confirmPassword: z.string().optional().describe(fieldText.confirmPassword) })
  .check(confirmed);
/** Form of the password of a zone; blank removes it. */
export const partitionPasswordForm = z
  .object({
    password: password.describe(
      'Password by which a terminal enrols itself into the zone; empty: none can. Never in a response.',
    ),
    confirmPassword: z.string().describe(fieldText.confirmPassword),
  })
  .check(confirmed);
export type Partition = z.output<typeof partitionEntity.row>;

const ids = z.array(idSchema).min(1).max(2_000);

/** `POST /v1/partition/batch`: a result per zone. Zones within others of the list move along with these. */
export const partitionBatch = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('move').describe('Moves them.'),
    ids: ids.describe(fieldText.ids),
    parent_id: idSchema.describe(fieldText.parent_id),
  }),
  z.object({ action: z.literal('delete').describe('Deletes them.'), ids: ids.describe(fieldText.ids) }),
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
  start_wait_s: number;
  rev: number;
  online: number;
  offline: number;
  /** Number of terminals whose relay is not connected, so that nothing is known about them. */
  behind_relay: number;
  /** Number of imported terminals that have never connected. */
  expected: number;
  [field: string]: unknown;
}
