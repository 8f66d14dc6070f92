import { readdirSync } from 'node:fs';
import { JOURNAL_FILE } from '../../air/journal/journalFile.ts';
import { CLOCK_FILE } from '../../platform/clock/clockFile.ts';
import { KEYS_FOLDER } from '../../platform/dataFolder/secretBox.ts';
import { DISK_PROBE } from '../../platform/health/diskWatch.ts';
import { PAIR_FOLDER } from '../pair/link/pairRecord.ts';

/** Subfolders of the data folder that an archive holds; keys only on request. */
export const BACKED_UP = ['media', 'recordings', 'site', 'upgrades', 'downloads', 'plans'] as const;
export const KEYS = ['tls', KEYS_FOLDER] as const;
/** Hard links to the files of a running backup, so that deleting one does not take it away. */
export const HELD = 'backup-held';

/**
 * Names in a data folder that no archive holds: the server creates them again, or the database covers them.
 */
const RECREATED = [
  'postgres',
  'lock',
  'identity',
  'ids.json',
  CLOCK_FILE,
  HELD,
  `${HELD}.lock`,
  JOURNAL_FILE,
  DISK_PROBE,
  'snapshot',
  'stand-in',
  PAIR_FOLDER,
];

/** Uploads that are not accepted yet. */
const UNFINISHED = /^(media|upgrades|plans)\/incoming$/;

/** False for paths in an archived folder that are not part of the site. */
export function isKept(path: string): boolean {
  return !UNFINISHED.test(path);
}

/** Names in a data folder that this file does not classify; a test checks that there are none. */
export function unknownNames(dataDir: string): string[] {
  const known = new Set<string>([...BACKED_UP, ...KEYS, ...RECREATED]);
  const families = [`${JOURNAL_FILE}.`, 'postgres.'];
  return readdirSync(dataDir).filter(
    (name) => !known.has(name) && !families.some((beginning) => name.startsWith(beginning)),
  );
}
