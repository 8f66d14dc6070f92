import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { Attempts } from '../../../platform/auth/attempts.ts';
import type { Hashing } from '../../../platform/auth/passwords/hashing.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import type { Entered } from './dialEntry.ts';

export interface CheckPinDeps {
  attempts: Pick<Attempts, 'run'>;
  hashing: Pick<Hashing, 'turn'>;
}

/** Caller as the limits of attempts tell it from others. */
export interface PhoneCaller {
  number: string;
  address: string;
}

/**
 * Finds the code of an entry whose PIN is right; null: wrong. A code that does not exist takes as long and counts as
 * much, so that nobody learns which ones do.
 *
 * @throws AppError 429 for a caller, or an address, with too many wrong ones
 */
export function checkPin(
  { attempts, hashing }: CheckPinDeps,
  row: IntegrationRow,
  { code, pin }: Entered,
  { number, address }: PhoneCaller,
): Promise<DialledCode | null> {
  const found = row.dial_plan.find((one) => one.code === code);
  const stored = found === undefined ? null : (row.pins[code] ?? null);
  // Each caller has a count of its own for all codes; all callers of an address share the second one.
  const target = `telephone ${row.id} ${number}`;
  const tried = { entity: 'integration', id: row.id, code: number, address } as const;
  return attempts.run({ tried, kind: 'telephone', target, address }, () =>
    hashing.turn('login', address, async (hasher) =>
      (await hasher.check(stored, pin)) ? (found ?? null) : null,
    ),
  );
}
