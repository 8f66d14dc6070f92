import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Argument of `npm run standby`. */
export const STANDBY_ARGUMENT = '--standby';

/**
 * Tells if a server is, or is to become, one of a pair. In a file of its own: a server without a partner does not load
 * the code of pairs before it serves.
 */
export function isInPair(dataDir: string, args: readonly string[]): boolean {
  return args[0] === STANDBY_ARGUMENT || existsSync(join(dataDir, 'pair', 'pair.json'));
}
