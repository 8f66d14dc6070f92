import { z } from 'zod';

/** Header that names a request, so that it may be sent again without being done again. */
export const idempotencyHeader = 'idempotency-key';

/** A key is known for so long after it was first sent, ms. */
export const idempotencyKeptMs = 86_400_000;

/** A key as sent: printable ASCII, which may stand in quotes as a structured header does; without the quotes. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .transform((text) => (/^".+"$/.test(text) ? text.slice(1, -1) : text))
  .pipe(z.string().min(1).max(200));
