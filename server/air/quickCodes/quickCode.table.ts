import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { QuickAction } from '../../../contract/fieldCodes.ts';
import { createdAt, id, idList, rev } from '../../platform/db/columns.ts';
import { virtualCaster } from '../../site/casters/virtualCaster.table.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import { partition } from '../../site/zones/zones.table.ts';
import { scheduledTask } from '../schedule/schedule.table.ts';

/**
 * Codes that stations dial (contract/entities/tasks/quickCode.ts). A trigger keeps them distinct from quick numbers
 * and dialogue codes.
 */
export const quickCode = pgTable(
  'quick_code',
  {
    id: id(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    action: text('action').$type<QuickAction>().notNull(),
    activated: boolean('activated').notNull().default(true),
    scheduled_task: integer('scheduled_task').references(() => scheduledTask.id),
    again: text('again').$type<'stop' | 'refuse'>().notNull().default('stop'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    devices: idList('devices'),
    station: integer('station').references(() => terminal.id),
    virtual_caster: integer('virtual_caster').references(() => virtualCaster.id),
    desc: text('desc').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [
    index().on(t.org),
    index().on(t.name),
    index().on(t.scheduled_task),
    index().on(t.station),
    index().on(t.virtual_caster),
  ],
);
