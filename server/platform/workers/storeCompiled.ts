import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { constants, platform, setPriority } from 'node:os';
import { join } from 'node:path';
import { serverVersion } from '../config/version.ts';
import { ENGINE_FLAGS } from './child.ts';
import { compileCache } from './sandbox.ts';

/** Time limit of one program, ms. */
const LIMIT_MS = 60_000;

/**
 * Stores the compiled code of worker programs in the compile cache, which halves the start time of workers. A worker
 * cannot store it: it must not change what later ones execute. Without a cache this does nothing, and once it is done
 * for a version of the server neither. Never rejects.
 *
 * @param programs absolute paths; each is run once without a job, which it refuses after its imports
 */
export async function storeCompiled(programs: readonly string[]): Promise<void> {
  const cache = compileCache();
  const done = join(getCompileCacheDir() ?? '', `workers-${serverVersion}`);
  if (cache === undefined || existsSync(done)) return;
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache };
  // Node keeps a folder for each account, and in the user namespace of a worker the account has no name.
  const asWorker = platform() === 'linux' ? ['unshare', '-U', '--'] : [];
  for (const program of programs) {
    // Code that was compiled with other flags is not taken.
    const [command = '', ...args] = [...asWorker, process.execPath, ...ENGINE_FLAGS, program];
    const child = spawn(command, args, { stdio: 'ignore', env, timeout: LIMIT_MS, windowsHide: true });
    // A system without namespaces lets workers store their code themselves.
    const ended = once(child, 'exit').catch(() => {});
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // Ended already.
    }
    await ended;
  }
  try {
    // Plain write: an empty mark; without it the code is stored again.
    writeFileSync(done, '');
  } catch {
    // A read-only installation has no use for it.
  }
}
