import { readdirSync } from 'node:fs';
import { JOURNAL_FILE } from '../journal/journalFile.ts';
import { KEYS_FOLDER } from '../secretBox.ts';
import { DISK_PROBE } from '../system/diskWatch.ts';

/** Folders of the data folder that an archive holds; keys only if asked for. */
export const BACKED_UP = ['media', 'recordings', 'site', 'upgrades', 'downloads'] as const;
export const KEYS = ['tls', KEYS_FOLDER] as const;
/** Links to the files of a backup that is being made, so that none is deleted from under it. */
export const HELD = 'backup-held';

/** Names in a data folder that no archive holds, since the server makes them anew or the database stands for them. */
const MADE_ANEW = [
  'postgres',
  'lock',
  'identity',
  'ids.json',
  HELD,
  `${HELD}.lock`,
  JOURNAL_FILE,
  DISK_PROBE,
  'snapshot',
  'stand-in',
];

/** Uploads that are not accepted yet. */
const UNFINISHED = /^(media|upgrades)\/incoming$/;

/** False for what lies below a folder of the archive without being part of the site. */
export function isKept(path: string): boolean {
  return !UNFINISHED.test(path);
}

/** Names in a data folder of which nobody has said whether a backup needs them; for the test that this is none. */
export function unknownNames(dataDir: string): string[] {
  const known = new Set<string>([...BACKED_UP, ...KEYS, ...MADE_ANEW]);
  return readdirSync(dataDir).filter((name) => !known.has(name) && !name.startsWith(`${JOURNAL_FILE}.`));
}
