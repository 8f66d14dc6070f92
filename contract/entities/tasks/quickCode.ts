import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { quickActions } from '../../fieldCodes.ts';
import { type CallEnd, callEnd } from '../../protocol/call.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import { patchShape } from '../patchShape.ts';

/** Maximum number of targets of one kind in a page. */
const MAX_TARGETS = 1_000;
const targets = z.array(idSchema).max(MAX_TARGETS).default([]);

export const quickCodeFields = z.object({
  code: z
    .string()
    .regex(/^[0-9]{1,8}$/, { error: 'rules.quickCode' })
    .describe('Digits that are dialled, 1-8, unique in the site also among quick numbers; 0012 is not 12.'),
  name: requiredText('name').describe(fieldText.name),
  org: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the zone that it belongs to; everything that it reaches is in this zone or below; null: the whole site.',
    ),
  action: z
    .enum(quickActions)
    .default('task')
    .describe(`What dialling does: ${codes(meaningOf.quickAction)}.`),
  activated: z.boolean().default(true).describe(fieldText.activated),
  scheduled_task: idSchema.nullable().default(null).describe(fieldText.scheduled_task),
  again: z
    .enum(['stop', 'refuse'])
    .default('stop')
    .describe('What dialling does while the task runs: `stop` ends it, `refuse` reports that it runs.'),
  orgs: targets.describe('Ids of the zones that a page speaks to.'),
  groups: targets.describe('Ids of the groups that a page speaks to.'),
  devices: targets.describe('Ids of the terminals that a page speaks to.'),
  station: idSchema
    .nullable()
    .default(null)
    .describe('Id of the caster or dialogue terminal that is called; null: none.'),
  virtual_caster: idSchema
    .nullable()
    .default(null)
    .describe('Id of the virtual caster that is called; null: none.'),
  desc: z.string().trim().max(500).default('').describe(fieldText.desc),
});

/** A whole quick code with its rules; fields that do not belong to its action are removed. */
export const quickCodeForm = quickCodeFields
  .superRefine((code, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    const { action, orgs, groups, devices, station, virtual_caster } = code;
    if (action === 'task' && code.scheduled_task === null) fault('scheduled_task', 'rules.selectTask');
    if (action === 'page' && orgs.length + groups.length + devices.length === 0)
      fault('devices', 'rules.selectDevice');
    if (action === 'call' && (station === null) === (virtual_caster === null))
      fault('station', 'rules.selectStation');
  })
  .transform((code) => ({
    ...code,
    ...(code.action === 'task' ? {} : { scheduled_task: null, again: 'stop' as const }),
    ...(code.action === 'page' ? {} : { orgs: [], groups: [], devices: [] }),
    ...(code.action === 'call' ? {} : { station: null, virtual_caster: null }),
  }));
export type QuickCodeForm = z.output<typeof quickCodeForm>;

export const quickCodeEntity = defineEntity({
  path: 'quick_code',
  key: 'quick_code',
  noun: {
    one: 'quick code',
    many: 'quick codes',
    about: 'A quick code is dialled at a call station and starts a task, a page or a call.',
    removal: 'What it started continues.',
    failures: {
      write: {
        conflict: ['common.duplicate', 'call.codeTaken'],
        notFound: ['terminal.notFound', 'broadcast.taskNotFound'],
        refused: ['alarm.outsideZone', 'alarm.outsideZoneUnseen'],
      },
    },
  },
  example: { code: '12', name: 'Bell', action: 'task', scheduled_task: 7 },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    ...quickCodeFields.shape,
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: quickCodeFields,
  patch: z.object(patchShape(quickCodeFields.shape)),
  filter: z.object({
    org: idSchema
      .optional()
      .describe(
        'Id of the zone that it belongs to; everything that it reaches is in this zone or below; null: the whole site.',
      ),
    action: z
      .enum(quickActions)
      .optional()
      .describe(`What dialling does: ${codes(meaningOf.quickAction)}.`),
    activated: z.stringbool().optional().describe(fieldText.activated),
  }),
  sortable: ['code', 'name', 'org', 'action', 'activated', 'created_at'],
  searchable: ['code', 'name', 'desc'],
});
export type QuickCode = z.output<typeof quickCodeEntity.row>;

/** Results of dialling: `page` and `call` were granted; the others are the reasons sent to the station. */
export const quickOutcomes = ['page', 'call', ...callEnd.options] as const;
export type QuickOutcome = 'page' | 'call' | CallEnd;

/** Live row of the topic `quick_code`. */
export interface QuickCodeLive extends QuickCode, Record<string, unknown> {
  /** True while its task plays or is paused. */
  running: boolean;
  /**
   * Last dialling since the server started: epoch seconds, name of the station (empty: of a zone that the
   * reader does not see), result; null: none.
   */
  last_at: number | null;
  last_by: string;
  last_outcome: QuickOutcome | null;
}
