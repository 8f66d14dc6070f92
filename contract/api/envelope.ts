import { z } from 'zod';
import { fieldText } from '../rules/fieldText.ts';

/**
 * Envelope of every response of the API. `code` is 200 on success; clients also accept 0
 * or `success: true`. `message` is in the caller's language.
 */
export interface Envelope<T> {
  code: number;
  message: string;
  value: T;
}

/** The envelope as a schema, for response declarations. */
export function envelope<T extends z.ZodType>(value: T) {
  return z.object({
    code: z.number().int().describe('200 on success; else the code of the failure.'),
    message: z.string().describe('Text in the language of the request.'),
    value: value.describe('Result of the request.'),
  });
}

/** Tells whether a response body is an answer of the API, of success or failure: it has a code or `success`. */
export function isEnvelope(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { code, success } = body as { code?: unknown; success?: unknown };
  return typeof code === 'number' || typeof success === 'boolean';
}

/** Tells whether a response body means success: code 0 or 200, or `success` true. */
export function isSuccess(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { code, success } = body as { code?: unknown; success?: unknown };
  return code === 0 || code === 200 || success === true;
}

/** Query of every paged list: 1-based page, rows per page, `sort` as `field` or `-field`, free-text `q`. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Page, counted from 1.'),
  limit: z.coerce.number().int().min(1).max(1000).default(50).describe('Rows per page at most.'),
  sort: z.string().max(64).optional().describe('Field to sort by; `-field`: descending.'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('Text that the text fields of the list contain; upper and lower case are equal.'),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Value of a paged list. `total` is exact to 10,000; beyond that an estimate, and `estimated` is true. */
export interface Page<T> {
  rows: T[];
  total: number;
  estimated?: boolean | undefined;
  page: number;
  limit: number;
}

export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    rows: z.array(row).describe(fieldText.rows),
    total: z.number().int().describe('Number of rows that match the filters.'),
    estimated: z.boolean().optional().describe('Whether `total` is an estimate (above 10,000).'),
    page: z.number().int().describe('Page, counted from 1.'),
    limit: z.number().int().describe('Rows per page at most.'),
  });
}

/** Query of a log, which is paged by key: rows older than the id `before`, newest first. */
export const keyQuery = z.object({
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only rows older than this id: the `next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('Rows per page at most.'),
});

/** Value of a page of a log; `next` is the `before` of the following page, null at the end. */
export interface KeyPage<T> {
  rows: T[];
  next: number | null;
}

export function keyPageOf<T extends z.ZodType>(row: T) {
  return z.object({
    rows: z.array(row).describe(fieldText.rows),
    next: z.number().int().nullable().describe('`before` of the next page; null: this is the last page.'),
  });
}

/** Result of a batch action for one item; every item gets one. */
export const batchItemResult = z.object({
  id: z.number().int().describe('Id of the entity.'),
  ok: z.boolean().describe(fieldText.ok),
  code: z.number().int().describe('200 on success; else the code of the failure.'),
  message: z.string().describe('Text in the language of the request.'),
});
export type BatchItemResult = z.infer<typeof batchItemResult>;

export const batchResult = z.object({ results: z.array(batchItemResult).describe(fieldText.results) });
export type BatchResult = z.infer<typeof batchResult>;

/** An entity id in a path or body. */
export const idSchema = z.coerce.number().int().min(1).max(2_147_483_647);
export const idParams = z.object({ id: idSchema.describe('Id of the entity.') });
