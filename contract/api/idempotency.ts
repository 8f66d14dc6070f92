import { z } from 'zod';

/** Header with the idempotency key of a request, which may then be sent again without being carried out twice. */
export const idempotencyHeader = 'idempotency-key';

/** Header of the response to a request that was carried out before: it is the response of that time. */
export const repeatedAnswerHeader = 'idempotent-replayed';

/** Time for which a key is stored after its first request, ms. */
export const idempotencyKeptMs = 86_400_000;

/** Key as sent: printable ASCII, optionally quoted like a structured header; parsed without the quotes. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .transform((text) => (/^".+"$/.test(text) ? text.slice(1, -1) : text))
  .pipe(z.string().min(1).max(200));
