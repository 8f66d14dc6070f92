import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';
import { templateVariable } from './serverTemplate.ts';

/**
 * Makes the data folder of a server after its first start, for the servers of all tests of the run to begin with: creating
 * and migrating a database costs each of them a second and more of processor time.
 *
 * @returns removes it
 */
export async function prepareTemplate(): Promise<() => void> {
  // Keeping owners and modes is left to cp.
  if (process.platform === 'win32') return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-template-'));
  const server = await startServer({ fresh: true });
  try {
    await server.end();
    execFileSync('cp', ['-a', `${server.dataDir}/.`, folder]);
  } finally {
    await server.stop();
  }
  process.env[templateVariable] = folder;
  return () => {
    delete process.env[templateVariable];
    rmSync(folder, { recursive: true, force: true });
  };
}
