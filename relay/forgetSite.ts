import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../server/air/journal/journalFile.ts';

/** Everything that a relay stores of its server, its key first. */
const NAMES = [
  ...['relay.json', 'site.json', 'site-state.json', 'site-seen.json', 'ids.json'],
  ...['sounds', 'tls', JOURNAL_FILE],
] as const;

/** Removes what a relay that was withdrawn has stored: keys, hashes of passwords and secrets, plans and sounds. */
export function forgetSite(dataDir: string): void {
  for (const name of NAMES) rmSync(join(dataDir, name), { recursive: true, force: true });
}
