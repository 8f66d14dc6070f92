import type { Hashing } from '../../../platform/auth/passwords/hashing.ts';
import type { IntegrationRow } from '../integration.repository.ts';

/** Hashes the PINs of a form. @throws AppError 429 when too many wait */
export async function hashPins(
  hashing: Pick<Hashing, 'hash'>,
  pins: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const all = Object.entries(pins).map(
    async ([code, pin]) => [code, await hashing.hash(pin, 'bulk')] as const,
  );
  return Object.fromEntries(await Promise.all(all));
}

/** Stored hashes of the codes of a dial plan: the new ones, and those that stay. */
export function pinsOf(
  plan: IntegrationRow['dial_plan'],
  added: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    plan.flatMap(({ code }) => {
      const hash = added[code] ?? before[code];
      return hash === undefined ? [] : [[code, hash]];
    }),
  );
}
