import type { Db } from '../db/client.ts';
import { openSecretBox } from '../secretBox.ts';
import { all, type IntegrationRow } from './integration.repository.ts';

/** Error of an integration whose secret was encrypted with a key that the data folder does not have. */
const LOST = 'integration.secretLost';

/** The integrations as they are stored, by id, with the box of their secrets. `lost`: those whose secret cannot be read. */
export async function loadIntegrations(
  db: Db,
  dataDir: string,
  log: { error(details: object, message: string): void },
  isAway = false,
) {
  const box = openSecretBox(dataDir, (err) => log.error({ err }, 'secrets have to be entered again'));
  // A snapshot has none of them, and takes no locks.
  const { rows, lost } = isAway ? { rows: [], lost: new Set<number>() } : await all(db, box);
  return {
    box,
    rows: new Map(rows.map((row) => [row.id, row])),
    lost: rows.filter(({ id }) => lost.has(id)),
  };
}

/** Tells of each integration that it needs a new secret. */
export function tellLost(
  lost: readonly IntegrationRow[],
  outcome: (row: IntegrationRow, error: string) => void,
): void {
  for (const row of lost) outcome(row, LOST);
}

/** Values of a change: with a new secret the loss is over. */
export function withNewSecret(row: IntegrationRow, values: Record<string, unknown>): Record<string, unknown> {
  return 'secret' in values && row.last_error === LOST ? { ...values, last_error: '' } : values;
}

export const isOver = (before: IntegrationRow | null, after: IntegrationRow): boolean =>
  before?.last_error === LOST && after.last_error === '';
