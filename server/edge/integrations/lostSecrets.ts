import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db } from '../../platform/db/client.ts';
import { all, type IntegrationRow } from './integration.repository.ts';

/** Error of an integration whose secret was encrypted with a key that the data folder no longer has. */
const LOST = 'integration.secretLost';

/** Loads the integrations by id. `lost`: those whose secret cannot be decrypted. */
export async function loadIntegrations(db: Db, box: SecretBox, isAway: boolean) {
  // A snapshot holds no integrations and takes no locks.
  const { rows, lost } = isAway ? { rows: [], lost: new Set<number>() } : await all(db, box);
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    lost: rows.filter(({ id }) => lost.has(id)),
  };
}

/** Reports each integration that needs a new secret. */
export function reportLost(
  lost: readonly IntegrationRow[],
  outcome: (row: IntegrationRow, error: string) => void,
): void {
  for (const row of lost) outcome(row, LOST);
}

/** Values of a change; a new secret clears the error of the lost one. */
export function withNewSecret(row: IntegrationRow, values: Record<string, unknown>): Record<string, unknown> {
  return 'secret' in values && row.last_error === LOST ? { ...values, last_error: '' } : values;
}

/**
 * Tells if an error is a fault. A connection that is switched off has none, but for a lost secret: that has to be
 * entered again before it can be switched on.
 */
export const isFault = (error: string, isEnabled: boolean): boolean =>
  error !== '' && (isEnabled || error === LOST);

/** Tells if a change ends the fault of a connection. */
export const isOver = (before: IntegrationRow | null, after: IntegrationRow): boolean =>
  (before?.last_error === LOST && after.last_error === '') || !(after.enabled || after.last_error === LOST);
