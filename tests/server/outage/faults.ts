import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { clusterProcesses, readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';

/** Failure of a server's database, started and ended by the test. */
export interface Fault {
  begin(): Promise<void>;
  end(): Promise<void>;
}

const cluster = (dataDir: string) => join(dataDir, 'postgres');

/** `kill -9` of the postmaster, which cannot restart until the failure ends. */
function dead(dataDir: string): Fault {
  const settings = join(cluster(dataDir), 'postgresql.conf');
  const before = readFileSync(settings);
  return {
    async begin() {
      appendFileSync(settings, '\nthis is no setting\n');
      process.kill(readPidFile(cluster(dataDir))?.pid ?? 0, 'SIGKILL');
    },
    async end() {
      writeFileSync(settings, before);
    },
  };
}

/** Stops every process of PostgreSQL (SIGSTOP): connections stay open, without answers. */
function hung(dataDir: string): Fault {
  const all = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of clusterProcesses(cluster(dataDir))) process.kill(pid, signal);
  };
  return { begin: async () => all('SIGSTOP'), end: async () => all('SIGCONT') };
}

/** Makes the database read-only, like a standby. */
function readOnly(dataDir: string): Fault {
  async function setFault(isOn: boolean): Promise<void> {
    const client = new pg.Client({ connectionString: (await startEmbedded({ dataDir })).adminUrl });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
    await client.query('select pg_reload_conf()');
    await client.query('reset default_transaction_read_only');
    for (let now = ''; now !== (isOn ? 'on' : 'off'); )
      now = (await client.query('show default_transaction_read_only')).rows[0].default_transaction_read_only;
    await client.end();
  }
  return { begin: () => setFault(true), end: () => setFault(false) };
}

/** Fills the disk of the data folder, with database and journal. */
function full(folder: string): Fault {
  const path = join(folder, 'filler');
  let file = -1;
  return {
    async begin() {
      file = openSync(path, 'w');
      for (const size of [1_048_576, 4096, 1])
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch {
          // Full for pieces of this size.
        }
    },
    async end() {
      ftruncateSync(file, 0);
      closeSync(file);
      rmSync(path);
    },
  };
}

/** Uses up the inodes of the data folder, with database and journal; there is space for bytes. */
function noInodes(folder: string): Fault {
  const path = join(folder, 'files');
  return {
    async begin() {
      mkdirSync(path);
      try {
        for (let number = 0; ; number++) writeFileSync(join(path, String(number)), '');
      } catch {
        // No inode left.
      }
    },
    async end() {
      rmSync(path, { recursive: true });
    },
  };
}

/** Constructors of the failures for a server's data folder. */
export const faults = {
  dead,
  hung,
  'read-only': readOnly,
  full: (_dataDir: string, folder: string) => full(folder),
  'out of inodes': (_dataDir: string, folder: string) => noInodes(folder),
};
export type FaultName = keyof typeof faults;

/** Space for a new database and its log, MB. */
export const DISK_MB = 700;

/** Inodes of a separate test disk: several times those of a data folder. */
const INODES = 20_000;

/** Folder for data; with a size on a separate disk, where the system permits. */
export function diskOf(megabytes: number | null): { folder: string; isOwn: boolean; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  spawnSync('chmod', ['755', folder]);
  const mount = ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${INODES},mode=755`, 'tmpfs', folder];
  const isOwn = megabytes !== null && spawnSync('mount', mount).status === 0;
  return {
    folder,
    isOwn,
    remove() {
      if (isOwn) spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
