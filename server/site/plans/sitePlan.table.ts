import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { PlanArea, PlanMark } from '../../../contract/entities/site/sitePlan.ts';
import { createdAt, id, rev } from '../../platform/db/columns.ts';
import { partition } from '../zones/zones.table.ts';

/** Plans of floors; the picture is a file in the data folder (sitePlanPictures.ts). */
export const sitePlan = pgTable(
  'site_plan',
  {
    id: id(),
    name: text('name').notNull(),
    org: integer('org')
      .notNull()
      .references(() => partition.id),
    floor: integer('floor').notNull().default(0),
    marks: jsonb('marks').$type<PlanMark[]>().notNull().default([]),
    areas: jsonb('areas').$type<PlanArea[]>().notNull().default([]),
    /** Hash of the picture and name of its file; null: none yet. */
    picture: text('picture'),
    width: integer('width').notNull().default(0),
    height: integer('height').notNull().default(0),
    rev: rev(),
    created_at: createdAt(),
  },
  (t) => [index().on(t.org)],
);
