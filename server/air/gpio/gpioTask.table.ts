import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { GpioTaskType } from '../../../contract/codes.ts';
import type { GpioOutput } from '../../../contract/entities/tasks/gpioTask.ts';
import { createdAt, id, idList, rev } from '../../platform/db/columns.ts';
import { terminal } from '../../site/terminals/terminal.table.ts';
import { partition } from '../../site/zones/zones.table.ts';
import { scheduledTask } from '../schedule/schedule.table.ts';

/** GPIO tasks: actions of inputs or alarms on outputs and scheduled tasks (contract/entities/tasks/gpioTask.ts). */
export const gpioTask = pgTable(
  'gpio_task',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    gpio_type: text('gpio_type').$type<GpioTaskType>().notNull(),
    activated: boolean('activated').notNull().default(true),
    fire_control_device: integer('fire_control_device').references(() => terminal.id),
    input_nums: idList('input_nums'),
    outputs: jsonb('outputs').$type<GpioOutput[]>().notNull().default([]),
    scheduled_task: integer('scheduled_task').references(() => scheduledTask.id, { onDelete: 'set null' }),
    desc: text('desc').notNull().default(''),
    /** Person who has started it by hand and not stopped it: it continues after a restart. */
    by_hand: text('by_hand'),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org), index().on(t.fire_control_device)],
);
