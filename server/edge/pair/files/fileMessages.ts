import { z } from 'zod';

/**
 * Messages on a connection `files`. The standby asks for the list or for one file at a time. A list comes in parts, a
 * file as binary messages; `end` with its hash follows.
 */
export const fileRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('list'),
    /** Digest of the list that the standby has; the same list is not sent again. */
    known: z.string().max(100),
  }),
  z.object({ type: z.literal('get'), path: z.string().max(1_000) }),
]);
export type FileRequest = z.output<typeof fileRequest>;

const listed = z.tuple([z.string(), z.number(), z.number()]);
export const fileAnswer = z.discriminatedUnion('type', [
  /** Path, size in bytes and last change, ms since 1970. */
  z.object({ type: z.literal('listed'), files: z.array(listed) }),
  /** Digest of the whole list. */
  z.object({ type: z.literal('list_end'), digest: z.string() }),
  /** SHA-256 of the bytes sent, hex; null: the file is gone, or could not be read to its end. */
  z.object({ type: z.literal('end'), sha256: z.string().nullable() }),
]);
export type FileAnswer = z.output<typeof fileAnswer>;
