import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';
import { templateVariable } from './serverTemplate.ts';

/**
 * Creates the data folder of a server after its first start, as a template for the servers of all tests:
 * creating and migrating a database costs over a second of processor time.
 * @returns a function that removes it
 */
export async function prepareTemplate(): Promise<() => void> {
  // Preserving owners and modes is left to cp.
  if (process.platform === 'win32') return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-template-'));
  const server = await startServer({ fresh: true });
  try {
    await server.end();
    execFileSync('cp', ['-a', `${server.dataDir}/.`, folder]);
    // It names the port of the last run. Copies share passwords, too: a server whose database is down would
    // connect to the database of another test that has taken this port.
    rmSync(join(folder, 'postgres', 'postmaster.opts'));
    // Only a crash of the system loses what was not flushed, and no test causes one; killed processes lose nothing.
    appendFileSync(join(folder, 'postgres', 'postgresql.conf'), '\nfsync = off\n');
  } finally {
    await server.stop();
  }
  process.env[templateVariable] = folder;
  return () => {
    delete process.env[templateVariable];
    rmSync(folder, { recursive: true, force: true });
  };
}
