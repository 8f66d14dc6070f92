import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../../dataFolder/writeDurably.ts';
import { createSlices } from '../../process/slices.ts';
import { createTurns } from '../../workers/turns.ts';

/** Folder of the snapshot in the data folder. */
export const SNAPSHOT_FOLDER = 'snapshot';
const MANIFEST = 'manifest.json';

const table = z.object({ file: z.string(), rows: z.int(), sha256: z.string() });
const manifest = z.object({
  /** Identity of the installation (identity.ts). */
  identity: z.string(),
  /** Time at which its rows were read, epoch ms. */
  at: z.int(),
  /** Migrations that its tables have run, oldest first. */
  migrations: z.array(z.int()),
  tables: z.record(z.string(), table),
});
export type Manifest = z.output<typeof manifest>;
/** Rows of a table as JSON texts. */
export type Rows = readonly string[];

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Rows that are hashed and written at a time, because the same thread sends audio. */
const AT_ONCE = 500;

/** Encodes a table as text in parts, with their digest. */
async function encode(rows: Rows): Promise<{ parts: string[]; sha256: string }> {
  const turn = createSlices();
  const hash = createHash('sha256');
  const parts: string[] = [];
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    await turn();
    const text = `${rows.slice(i, i + AT_ONCE).join('\n')}\n`;
    hash.update(text);
    parts.push(text);
  }
  return { parts, sha256: hash.digest('hex') };
}

/**
 * Files of the snapshot: one for each table, named by its content, and a manifest with their digests, which
 * is written last and atomically. A table's file stays as it is until the table changes.
 *
 * A table that is given up while a renewal runs stays away from the manifest of that renewal: its rows may be those
 * from before the change for which it was given up.
 */
export function snapshotFiles(dataDir: string) {
  const folder = join(dataDir, SNAPSHOT_FOLDER);
  let held: Manifest['tables'] = {};
  /** Tables that were given up since the running renewal began. */
  const outdated = new Set<string>();
  /** Files of the running renewal, which no manifest names yet. */
  const pending = new Set<string>();
  /** Serialises changes of the manifest: two at once would use the same new file. */
  const inTurn = createTurns();

  async function write(made: Omit<Manifest, 'tables'>, tables: Manifest['tables']): Promise<void> {
    const text = JSON.stringify({ ...made, tables });
    await writeDurably(join(folder, MANIFEST), [`${digest(text)}\n${text}\n`]);
    const needed = new Set([MANIFEST, ...pending, ...Object.values(tables).map(({ file }) => file)]);
    for (const name of await readdir(folder))
      if (!needed.has(name.replace(/\.new$/, ''))) await rm(join(folder, name), { force: true });
  }
  const without = (tables: Manifest['tables'], names: ReadonlySet<string>): Manifest['tables'] =>
    Object.fromEntries(Object.entries(tables).filter(([name]) => !names.has(name)));

  return {
    /**
     * Replaces some tables; others stay. One renewal at a time.
     *
     * @param read reads their rows as they are now
     * @returns number of bytes written
     */
    async renew(
      made: Omit<Manifest, 'tables'>,
      read: () => Promise<ReadonlyMap<string, Rows>>,
    ): Promise<number> {
      outdated.clear();
      pending.clear();
      const changed = await read();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const fresh: Manifest['tables'] = {};
      let bytes = 0;
      for (const [name, rows] of changed) {
        const { parts, sha256 } = await encode(rows);
        const file = `${name}.${sha256.slice(0, 16)}.jsonl`;
        if (held[name]?.file !== file) {
          pending.add(file);
          await writeDurably(join(folder, file), parts);
          for (const text of parts) bytes += Buffer.byteLength(text);
        }
        fresh[name] = { file, rows: rows.length, sha256 };
      }
      await inTurn(async () => {
        const tables = without({ ...held, ...fresh }, outdated);
        await write(made, tables);
        held = tables;
      });
      return bytes;
    },
    /** Removes tables from the snapshot on the disk; removes the manifest if even that cannot be written. */
    giveUp(made: Omit<Manifest, 'tables'>, names: ReadonlySet<string>): Promise<void> {
      for (const name of names) outdated.add(name);
      return inTurn(async () => {
        held = without(held, names);
        try {
          await write(made, held);
        } catch {
          await rm(join(folder, MANIFEST), { force: true });
        }
      });
    },
  };
}
export type SnapshotFiles = ReturnType<typeof snapshotFiles>;

/** Removes the snapshot of a data folder: the server cannot start without the database until the next one. */
export async function dropSnapshot(dataDir: string): Promise<void> {
  await rm(join(dataDir, SNAPSHOT_FOLDER, MANIFEST), { force: true });
}

/** Reads the manifest of a data folder's snapshot; null: missing or damaged. */
export async function readManifest(dataDir: string): Promise<Manifest | null> {
  try {
    const file = await readFile(join(dataDir, SNAPSHOT_FOLDER, MANIFEST), 'utf8');
    const [sum, text = ''] = file.split('\n');
    return sum === digest(text) ? manifest.parse(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/** Reads the rows of a table. @throws Error when the file does not match the manifest */
export async function readRows(dataDir: string, { tables }: Manifest, name: string): Promise<Rows> {
  const stated = tables[name];
  if (stated === undefined) return [];
  const text = await readFile(join(dataDir, SNAPSHOT_FOLDER, stated.file), 'utf8');
  if (digest(text) !== stated.sha256) throw new Error(`the snapshot of table ${name} is damaged`);
  return text.split('\n').slice(0, -1);
}
