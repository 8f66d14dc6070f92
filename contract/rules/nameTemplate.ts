import { z } from 'zod';
import { idSchema } from '../api/envelope.ts';
import { fieldText } from './fieldText.ts';

/**
 * Names and quick numbers for many terminals from a pattern: `{zone}-{n:3}` becomes `Library-001`, `Library-002`, …
 * Placeholders: `{n}` the running number, `{n:3}` padded with zeros to three digits, `{zone}` and `{zone_code}` its
 * zone, `{code}` its code, `{name}` its current name. Other text in braces is left unchanged.
 */

export interface TemplateValues {
  n: number;
  zone: string;
  zone_code: string;
  code: string;
  name: string;
}

/** Fills a pattern for one terminal. */
export function fillTemplate(pattern: string, values: TemplateValues): string {
  return pattern
    .replace(/\{(n|zone|zone_code|code|name)(?::([1-9]))?\}/g, (place, key: keyof TemplateValues, digits) => {
      if (key === 'n') return String(values.n).padStart(Number(digits ?? 1), '0');
      return digits === undefined ? String(values[key]) : place;
    })
    .trim();
}

const pattern = z.string().trim().min(1).max(100);

/**
 * `POST /v1/device/template`: `{n}` counts from `start` in the order of the ids, optionally restarting in each zone.
 */
export const templateBody = z.object({
  ids: z.array(idSchema).min(1).max(20_000).describe(fieldText.ids),
  name: pattern.optional().describe('Name, or pattern of names with `{n}` for the number.'),
  call_number: pattern
    .optional()
    .describe('Quick number, or pattern of quick numbers with `{n}` for the number.'),
  start: z.number().int().min(0).max(1_000_000).default(1).describe('First number.'),
  per_zone: z.boolean().default(false).describe('Restart the numbering in each zone.'),
  dry_run: z.boolean().default(true).describe(fieldText.dry_run),
});
export type TemplateBody = z.output<typeof templateBody>;

/** Result for one terminal, also of a dry run. */
export const templateItem = z.object({
  id: z.number().int().describe(fieldText.id),
  ok: z.boolean().describe(fieldText.ok),
  code: z.number().int().describe('Code of the outcome, as in the envelope; 200: it can be done.'),
  message: z.string().describe(fieldText.message),
  name: z.string().describe('Name, or pattern of names with `{n}` for the number.'),
  call_number: z.string().describe('Quick number, or pattern of quick numbers with `{n}` for the number.'),
});
export type TemplateItem = z.output<typeof templateItem>;
export const templateResult = z.object({ results: z.array(templateItem).describe(fieldText.results) });
export type TemplateResult = z.output<typeof templateResult>;
