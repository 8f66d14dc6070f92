import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurablySync } from '../../../platform/dataFolder/writeDurably.ts';
import { isRoot } from '../../../platform/db/embedded/postgresAccount.ts';
import { readPidFile, servesCluster } from '../../../platform/db/embedded/postmaster.ts';

/** File of settings in the folder of an embedded database; only the pair writes it. */
const FILE = 'postgresql.auto.conf';

/** Replaces the settings of an embedded database that depend on the pair; a running one takes them at once. */
export function writeSettings(cluster: string, lines: readonly string[]): void {
  const path = join(cluster, FILE);
  // The account of PostgreSQL reads it.
  const owner = isRoot() ? statSync(cluster) : undefined;
  if (lines.length === 0) rmSync(path, { force: true });
  else writeDurablySync(path, `${lines.join('\n')}\n`, owner);
  const running = readPidFile(cluster);
  if (running && servesCluster(running.pid, cluster)) process.kill(running.pid, 'SIGHUP');
}
