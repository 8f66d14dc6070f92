import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Content of `postmaster.pid`, which describes the PostgreSQL of a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Status `starting`, `ready` or `stopping`; empty before the first one. */
  status: string;
}

/** True on systems whose /proc tells the working folder of a process (Linux). */
const hasProc = existsSync('/proc/self/cwd');

/**
 * Reads the postmaster.pid of a data folder, alive or stale; null when it is missing or still being written.
 */
export function readPidFile(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

/** True while a process with this id exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * True when `pid` is a PostgreSQL process of this data folder. Process ids are reused (after a reboot, and
 * always in containers), so a living pid alone proves nothing; but every PostgreSQL process has its data
 * folder as working folder.
 */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (hasProc) return postgresFolderOf(pid) === realpathSync(cluster);
  const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return (ps.stdout ?? '').includes('postgres');
}

/**
 * Remaining processes of this data folder, children of a killed postmaster among them. Empty where the system
 * cannot tell; PostgreSQL's own check of its shared memory then decides.
 */
export function clusterProcesses(cluster: string): number[] {
  if (!hasProc) return [];
  const folder = realpathSync(cluster);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => postgresFolderOf(pid) === folder);
}

/**
 * Working folder of a PostgreSQL process; null for any other process (a shell may have the same working
 * folder).
 */
function postgresFolderOf(pid: number): string | null {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return null;
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
