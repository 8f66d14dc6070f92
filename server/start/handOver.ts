import type { Opened } from './opened.ts';

/** Time for which requests in progress may go on, ms. */
const REQUESTS_MS = 1_000;

/**
 * Ends what this leader does, and waits until its standby server has everything that was stored, the last lines of the
 * logs included. The connections of the pair and the database stay open until then.
 */
export async function handOver({ deps }: Opened): Promise<void> {
  if (deps === undefined) return;
  await deps.draining.begin(deps.pairing.isOwn, REQUESTS_MS);
  await deps.close(['pairing']);
  await deps.pairing.handOver();
}
