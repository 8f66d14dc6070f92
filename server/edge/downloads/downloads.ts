import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { BrandProfile } from '../../../brands/schema.ts';
import {
  type DownloadEntry,
  type DownloadList,
  downloadStem,
} from '../../../contract/entities/terminals/download.ts';

/** Maximum number of files listed per program. */
const MAX_FILES = 20;

const types: Record<string, string> = {
  '.apk': 'application/vnd.android.package-archive',
  '.appimage': 'application/octet-stream',
  '.deb': 'application/vnd.debian.binary-package',
  '.dmg': 'application/x-apple-diskimage',
  '.exe': 'application/vnd.microsoft.portable-executable',
  '.gz': 'application/gzip',
  '.msi': 'application/x-msi',
  '.pkg': 'application/vnd.apple.installer+xml',
  '.tgz': 'application/gzip',
  '.rpm': 'application/x-rpm',
  '.xz': 'application/x-xz',
  '.zip': 'application/zip',
};

/** Content type of a program's file, by the end of its name. */
export function typeOf(name: string): string {
  return types[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

export interface Downloads {
  /** The brand's programs with their available files. */
  list(): Promise<DownloadList>;
  /** Path of a listed file; null: no such file. */
  pathOf(name: string): Promise<string | null>;
}

/**
 * The programs of the brand's download list, and the files that an administrator has put into a folder:
 * regular files whose names begin with program and version. Only those are ever listed or served.
 *
 * @param folder absolute path; need not exist
 * @param own folder of the headless terminal that was built with this version; need not exist
 */
export function createDownloads(
  folder: string,
  brand: Pick<BrandProfile, 'downloads'>,
  own: { folder: string; version: string },
): Downloads {
  const hashes = new Map<string, { mark: string; sha256: Promise<string> }>();

  /** Names of regular files; symbolic links are excluded, since they could lead anywhere. */
  async function names(of = folder): Promise<string[]> {
    const entries = await readdir(of, { withFileTypes: true }).catch(() => []);
    return entries.filter((one) => one.isFile()).map((one) => one.name);
  }

  async function hash(path: string): Promise<string> {
    const sum = createHash('sha256');
    for await (const part of createReadStream(path)) sum.update(part as Buffer);
    return sum.digest('hex');
  }

  /** Hashes a file once, and again when size or time have changed. */
  async function measured(name: string, of = folder) {
    const path = join(of, name);
    const { size, mtimeMs } = await stat(path);
    const mark = `${size} ${mtimeMs}`;
    let held = hashes.get(name);
    if (held?.mark !== mark) {
      held = { mark, sha256: hash(path) };
      held.sha256.catch(() => hashes.delete(name));
      hashes.set(name, held);
    }
    return { name, size, sha256: await held.sha256 };
  }

  function ofEntry(all: readonly string[], entry: Pick<DownloadEntry, 'program' | 'version'>): string[] {
    const stem = downloadStem(entry);
    const isOf = (name: string) => name.startsWith(stem) && /^[._-]/.test(name.slice(stem.length));
    return all.filter(isOf).sort().slice(0, MAX_FILES);
  }

  const built = { program: 'headless_terminal', version: own.version } as const;

  /** The headless terminal, dated by its build; none before the first build. */
  async function headless(): Promise<DownloadEntry[]> {
    const [name] = ofEntry(await names(own.folder), built);
    if (name === undefined) return [];
    const { mtime } = await stat(join(own.folder, name));
    return [{ ...built, date: mtime.toISOString().slice(0, 10), files: [await measured(name, own.folder)] }];
  }

  return {
    async list() {
      const all = await names();
      const programs = await Promise.all(
        brand.downloads.map(async (entry) => {
          // A file that was removed meanwhile, or cannot be read, is left out.
          const found = await Promise.allSettled(ofEntry(all, entry).map((name) => measured(name)));
          return { ...entry, files: found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])) };
        }),
      );
      return { programs: [...programs, ...(await headless().catch(() => []))] };
    },
    async pathOf(name) {
      if (ofEntry(await names(own.folder), built).includes(name)) return join(own.folder, name);
      const all = await names();
      const isListed = brand.downloads.some((entry) => ofEntry(all, entry).includes(name));
      return isListed ? join(folder, name) : null;
    },
  };
}
