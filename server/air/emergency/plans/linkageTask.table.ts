import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { LinkageTaskForm } from '../../../../contract/entities/tasks/linkageTask.ts';
import { createdAt, id, idList, rev } from '../../../platform/db/columns.ts';
import { terminalGroup } from '../../../site/groups/group.table.ts';
import { partition } from '../../../site/zones/zones.table.ts';
import type { FrozenPart } from './frozenPart.ts';

/** Linkage tasks: sounds or actions of alarms, and their targets (contract/entities/tasks/linkageTask.ts). */
export const linkageTask = pgTable(
  'linkage_task',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org').references(() => partition.id),
    audio_source: smallint('audio_source').$type<LinkageTaskForm['audio_source']>().notNull(),
    files: idList('files'),
    textContent: text('text_content').notNull().default(''),
    voiceName: text('voice_name').$type<LinkageTaskForm['voiceName']>().notNull().default('xiaoyan'),
    voiceSpeed: smallint('voice_speed').notNull().default(50),
    preset_text: integer('preset_text'),
    control_action: text('control_action').$type<LinkageTaskForm['control_action']>(),
    control_volume: smallint('control_volume'),
    tone: text('tone').$type<LinkageTaskForm['tone']>().notNull().default('none'),
    interval_time: doublePrecision('interval_time').notNull().default(2),
    volume: smallint('volume'),
    devices: idList('devices'),
    orgs: idList('orgs'),
    groups: idList('groups'),
    desc: text('desc').notNull().default(''),
    /** Null: saved before this column existed; filled from the library at the next start. */
    frozen: jsonb('frozen').$type<FrozenPart[]>(),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org)],
);

export const linkageTaskGroupMember = pgTable(
  'linkage_task_group_member',
  {
    group_id: integer('group_id')
      .notNull()
      .references(() => terminalGroup.id, { onDelete: 'cascade' }),
    linkage_task_id: integer('linkage_task_id')
      .notNull()
      .references(() => linkageTask.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.group_id, t.linkage_task_id] }), index().on(t.linkage_task_id)],
);
