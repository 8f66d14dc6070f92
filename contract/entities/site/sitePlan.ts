import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import { patchShape } from '../patchShape.ts';

/** Limits of a plan: its upload in bytes, the longer side of the stored picture in px, and what is placed on it. */
export const sitePlanLimits = {
  bytes: 32 * 1_048_576,
  pixels: 4_096,
  marks: 2_000,
  areas: 200,
  points: 60,
} as const;

const share = z.number().min(0).max(1);

/** A terminal, or an input or output (id of its row in the topic `io`), at a place on a plan. */
export const planMark = z.object({
  kind: z.enum(['terminal', 'line']).describe('`terminal`, or `line`: an input or output.'),
  id: idSchema.describe('Id of the terminal; of a line: terminal × 1000 + number, an output plus 500.'),
  x: share.describe('Distance from the left edge, as a share of the width, 0-1.'),
  y: share.describe('Distance from the upper edge, as a share of the height, 0-1.'),
});
export type PlanMark = z.output<typeof planMark>;

/** A zone as a polygon on a plan. */
export const planArea = z.object({
  zone: idSchema.describe('Id of the zone: that of the plan, or one below it.'),
  points: z
    .array(z.tuple([share, share]))
    .min(3)
    .max(sitePlanLimits.points)
    .describe('Corners, each x and y as shares of width and height, 0-1.'),
});
export type PlanArea = z.output<typeof planArea>;

export const markKey = ({ kind, id }: Pick<PlanMark, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Terminal that a mark stands for: ids of lines begin with that of theirs (contract/entities/terminals/io.ts). */
export const terminalOf = ({ kind, id }: Pick<PlanMark, 'kind' | 'id'>): number =>
  kind === 'terminal' ? id : Math.floor(id / 1000);

export const sitePlanFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  org: idSchema.describe(fieldText.org),
  floor: z
    .number()
    .int()
    .min(-20)
    .max(200)
    .default(0)
    .describe('Order of the plans of a zone, the lowest floor first.'),
  marks: z
    .array(planMark)
    .max(sitePlanLimits.marks)
    .refine((marks) => new Set(marks.map(markKey)).size === marks.length, 'sitePlan.placedTwice')
    .default([])
    .describe('Terminals, inputs and outputs on the plan, each once.'),
  areas: z.array(planArea).max(sitePlanLimits.areas).default([]).describe('Zones as areas of the plan.'),
});

/** Drawing of a floor with the terminals and lines on it. */
export const sitePlanEntity = defineEntity({
  path: 'site_plan',
  key: 'site_plan',
  noun: {
    one: 'site plan',
    many: 'site plans',
    about: 'A site plan is the drawing of a floor, with terminals, inputs, outputs and zones placed on it.',
    removal: 'Its picture is removed with it.',
    failures: {
      write: {
        notFound: ['terminal.notFound'],
        badRequest: ['sitePlan.zoneOutside'],
      },
    },
  },
  example: { name: 'Ground floor', org: 1 },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    ...sitePlanFields.shape,
    picture: z.string().nullable().describe('Hash of the picture, which changes with it; null: none yet.'),
    width: z.number().int().describe('Width of the picture, px.'),
    height: z.number().int().describe('Height of the picture, px.'),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: sitePlanFields,
  patch: z.object(patchShape(sitePlanFields.shape)),
  filter: z.object({ org: idSchema.optional().describe(fieldText.org) }),
  sortable: ['name', 'org', 'floor', 'created_at'],
  searchable: ['name'],
});
export type SitePlan = z.output<typeof sitePlanEntity.row>;
