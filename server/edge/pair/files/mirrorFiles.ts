import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readFile, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { renameDurably, writeDurably } from '../../../platform/dataFolder/writeDurably.ts';
import { PAIR_FOLDER } from '../link/pairRecord.ts';
import { fetchFile, fetchList } from './fetchFiles.ts';
import { type FileState, sitePath, UNFINISHED } from './siteFiles.ts';

/** Time for which a file that the leader no longer has is kept, ms: it may have lost its disk. */
const KEPT_MS = 7 * 86_400_000;

const copied = z.record(
  z.string(),
  z.object({ size: z.number(), mtimeMs: z.number(), sha256: z.string(), gone_at: z.number().optional() }),
);
type Copied = z.output<typeof copied>;

/** Keeps the files of the site equal to those of the leader. */
export interface Mirror {
  /** Compares once and fetches what is missing. @throws the error of the connection */
  run(socket: WebSocket): Promise<void>;
  /** Files that are missing or older than the leader's; null: not compared yet. */
  missing(): number | null;
}

export function createMirror(dataDir: string, now: () => number = Date.now): Mirror {
  const index = join(dataDir, PAIR_FOLDER, 'files.json');
  let known: Copied | null = null;
  let digest = '';
  let missing: number | null = null;

  async function readIndex(): Promise<Copied> {
    try {
      return copied.parse(JSON.parse(await readFile(index, 'utf8')));
    } catch {
      // Missing or damaged: every file is fetched again.
      return {};
    }
  }

  /** Tells if a file is here as it was when its hash was compared. */
  async function isHere(path: string, wanted: FileState, have: Copied): Promise<boolean> {
    const entry = have[path];
    if (entry === undefined || entry.size !== wanted.size || entry.mtimeMs !== wanted.mtimeMs) return false;
    const found = await lstat(join(dataDir, ...sitePath(path))).catch(() => null);
    return found?.size === wanted.size;
  }

  async function take(socket: WebSocket, path: string, { mtimeMs }: FileState): Promise<string | null> {
    const to = join(dataDir, ...sitePath(path));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    // Plain write: renamed below, after its hash was compared and it was synced.
    const file = await open(`${to}${UNFINISHED}`, 'w', 0o600);
    let wanted: string | null;
    try {
      wanted = await fetchFile(socket, path, async (chunk) => {
        hash.update(chunk);
        await file.writeFile(chunk);
      });
      await file.datasync();
    } finally {
      await file.close();
    }
    if (wanted === null || wanted !== hash.digest('hex')) {
      await rm(`${to}${UNFINISHED}`, { force: true });
      return null;
    }
    await utimes(`${to}${UNFINISHED}`, mtimeMs / 1000, mtimeMs / 1000);
    await renameDurably(`${to}${UNFINISHED}`, to);
    return wanted;
  }

  async function removeOld(have: Copied, listed: ReadonlyMap<string, FileState>): Promise<void> {
    for (const [path, entry] of Object.entries(have)) {
      if (listed.has(path)) {
        delete entry.gone_at;
        continue;
      }
      entry.gone_at ??= now();
      if (now() - entry.gone_at < KEPT_MS) continue;
      await rm(join(dataDir, ...sitePath(path)), { force: true });
      delete have[path];
    }
  }

  return {
    missing: () => missing,
    async run(socket) {
      known ??= await readIndex();
      const list = await fetchList(socket, digest);
      if (list === null) return;
      const wanted: [string, FileState][] = [];
      for (const file of list.files) if (!(await isHere(file[0], file[1], known))) wanted.push(file);
      missing = wanted.length;
      for (const [path, state] of wanted) {
        const sha256 = await take(socket, path, state);
        if (sha256 === null) continue;
        known[path] = { ...state, sha256 };
        missing--;
      }
      await removeOld(known, list.files);
      await mkdir(dirname(index), { recursive: true, mode: 0o700 });
      await writeDurably(index, [JSON.stringify(known)]);
      // A file that changed while it was read is compared again.
      digest = missing === 0 ? list.digest : '';
    },
  };
}
