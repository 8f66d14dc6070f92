import { z } from 'zod';
import {
  type BackupRow,
  type BackupSettings,
  backupDefaults,
  backupFailure,
  backupName,
  backupSettings,
} from '../../../contract/entities/backup.ts';
import type { Db, DbOrTx } from '../../db/client.ts';
import * as settings from '../../system/setting.repository.ts';
import type { StoredFile } from './place.ts';

const SETTINGS_KEY = 'backup_settings';
const BOOK_KEY = 'backup_book';

/** Work that was begun and goes on after a restart. Times in ms since 1970. */
const job = z.object({
  kind: z.enum(['backup', 'trial']),
  name: backupName,
  began_at: z.number(),
  by: z.string(),
  /** Beginnings of it, the first counted. */
  attempt: z.number().int(),
});
export type StoredJob = z.output<typeof job>;

const book = z.object({
  /** Since when backups are to be made; null: they are not. */
  since: z.number().nullable(),
  /** Backups by their name: `verified` those that this server has written, others once they were tried. */
  made: z.record(
    backupName,
    z.object({
      made_at: z.number(),
      verified: z.boolean(),
      trial: z.enum(['none', 'worked', 'failed']),
      tried_at: z.number().nullable(),
    }),
  ),
  job: job.nullable(),
  failure: backupFailure.nullable(),
  trial_failure: backupFailure.nullable(),
  /** A backup that failed is tried again then. */
  retry_at: z.number(),
});
/** Record that the server keeps of its backups, beside the files themselves. */
export type Book = z.output<typeof book>;

const emptyBook: Book = { since: null, made: {}, job: null, failure: null, trial_failure: null, retry_at: 0 };

/** Reads what another version may have stored: a part that cannot be read counts as not set. */
export async function readSettings(db: Db): Promise<BackupSettings> {
  const stored = backupSettings.partial().safeParse(await settings.get(db, SETTINGS_KEY));
  return { ...backupDefaults, ...(stored.success ? stored.data : {}) } as BackupSettings;
}

export async function writeSettings(tx: DbOrTx, values: BackupSettings): Promise<void> {
  await settings.put(tx, SETTINGS_KEY, values);
}

export async function readBook(db: Db): Promise<Book> {
  const stored = book.safeParse(await settings.get(db, BOOK_KEY));
  return stored.success ? stored.data : structuredClone(emptyBook);
}

export async function writeBook(db: Db, values: Book): Promise<void> {
  await settings.put(db, BOOK_KEY, values);
}

/** The files with what is known of them, newest first. A file that another server has made is not verified. */
export function rowsOf(files: readonly StoredFile[], { made }: Book): BackupRow[] {
  return files
    .map(({ name, size }) => {
      const known = made[name];
      return {
        name,
        size,
        made_at: Math.floor((known?.made_at ?? momentOf(name)) / 1000),
        verified: known?.verified ?? false,
        trial: known?.trial ?? ('none' as const),
        tried_at: known?.tried_at == null ? null : Math.floor(known.tried_at / 1000),
      };
    })
    .sort((a, b) => b.made_at - a.made_at);
}

/** `tocsin-20261122T023000Z.tar` for a moment, ms since 1970. */
export function nameOf(moment: number): string {
  return `tocsin-${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar`;
}

/** The moment in the name of a backup, ms since 1970. */
export function momentOf(name: string): number {
  const [, date = '', time = ''] = /^tocsin-(\d{8})T(\d{6})Z/.exec(name) ?? [];
  const iso = date.replace(/(....)(..)(..)/, '$1-$2-$3T') + time.replace(/(..)(..)(..)/, '$1:$2:$3Z');
  return Date.parse(iso) || 0;
}
