import { z } from 'zod';
import { declarations } from '../entities/registry.ts';
import { fieldText } from '../rules/fieldText.ts';
import { type PermissionKey, topicPermissions } from './permissions.ts';

/** Kinds of objects that are found by name, in the order of equally good hits. */
export const searchKinds = [
  'partition',
  'device',
  'device_group',
  'caster',
  'dialogue',
  'capturer',
  'xtts',
  'fire_control_device',
  'alarm_plan',
  'linkage_task',
  'scheduled_task',
  'plan',
  'task',
  'capturer_task',
  'gpio_task',
  'file',
  'preset_text',
  'radio',
  'user',
  'record_file',
  'site_plan',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Permission keys of which any one lets a login find objects of a kind: those of its live rows. */
export function searchPermissions(kind: SearchKind): readonly PermissionKey[] {
  return kind === 'user' ? ['list_user'] : topicPermissions[kind];
}

/** Each kind with its English name, for the description of the API. */
const meanings = searchKinds
  .map((kind) => {
    const found = declarations.find(({ key }) => key === kind);
    return `\`${kind}\` ${found !== undefined && 'one' in found ? found.one.en.toLowerCase() : kind}`;
  })
  .join(', ');

/** Maximum length of a search text, in characters. */
export const SEARCH_MAX_CHARS = 80;
/** Maximum number of hits of an answer. */
export const SEARCH_MAX_HITS = 50;

/** `GET /v1/search`. */
export const searchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(SEARCH_MAX_CHARS)
    .describe('Parts of words in any order: of a name, its pinyin or their initials, a code, an address.'),
  limit: z.coerce.number().int().min(1).max(SEARCH_MAX_HITS).default(20).describe('Maximum number of hits.'),
  kinds: z
    .string()
    .max(400)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(searchKinds)))
    .optional()
    .describe(`Kinds to search, separated by commas; absent: all. ${meanings}.`),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** Object whose name, code or address fits the search text. */
export const searchHit = z.object({
  kind: z.enum(searchKinds).describe(`Kind of the object: ${meanings}.`),
  id: z.number().int().describe(fieldText.id),
  name: z.string().describe(fieldText.name),
  code: z.string().describe('Code; empty: it has none.'),
  client_ip: z.string().describe('Address of a terminal; empty: it has none.'),
  org: z.number().int().nullable().describe('Id of its zone; null: several zones, or the whole site.'),
  at: z.number().int().nullable().describe('When a recording began, epoch s; null: no recording.'),
  place: z.string().describe('Names of the zones above it, or of those that it lies in.'),
});
export type SearchHit = z.output<typeof searchHit>;

/** Best hits first. Of each kind some are in it, however many better ones another kind has. */
export const searchAnswer = z.object({
  hits: z.array(searchHit).describe('Best hits.'),
  totals: z
    .array(
      z.object({
        kind: z.enum(searchKinds).describe(`Kind of the objects: ${meanings}.`),
        total: z.number().int().describe('Number of objects of this kind that fit.'),
      }),
    )
    .describe('Numbers of all that fit, by kind.'),
  unsearched: z
    .array(z.enum(searchKinds))
    .describe(`Kinds that could not be searched, because the database did not answer: ${meanings}.`),
});
export type SearchAnswer = z.output<typeof searchAnswer>;
