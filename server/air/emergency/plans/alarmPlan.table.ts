import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { AlarmStep } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { createdAt, id, idList, rev } from '../../../platform/db/columns.ts';
import { terminalGroup } from '../../../site/groups/group.table.ts';
import { terminal } from '../../../site/terminals/terminal.table.ts';
import { partition } from '../../../site/zones/zones.table.ts';

/** Alarm plans (contract/entities/tasks/alarmPlan.ts). A fire terminal in use cannot be deleted. */
export const alarmPlan = pgTable(
  'alarm_plan',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    priority: smallint('priority').notNull(),
    fire_control_device: integer('fire_control_device').references(() => terminal.id),
    input_nums: idList('input_nums'),
    output_nums: idList('output_nums'),
    linkage_task_ids: idList('linkage_task_ids'),
    steps: jsonb('steps').$type<AlarmStep[]>().notNull().default([]),
    gpio_set_task_ids: idList('gpio_set_task_ids'),
    reset_time: integer('reset_time').notNull().default(0),
    activated: boolean('activated').notNull().default(true),
    desc: text('desc').notNull().default(''),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org), index().on(t.fire_control_device)],
);

export const alarmPlanGroupMember = pgTable(
  'alarm_plan_group_member',
  {
    group_id: integer('group_id')
      .notNull()
      .references(() => terminalGroup.id, { onDelete: 'cascade' }),
    alarm_plan_id: integer('alarm_plan_id')
      .notNull()
      .references(() => alarmPlan.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.alarm_plan_id] }), index().on(t.alarm_plan_id)],
);
