import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lock that one process holds while it installs; the others wait. */
const LOCK = join(tmpdir(), 'tocsin-tests-apt.lock');
const WAIT_MS = 120_000;

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/**
 * Installs a program of Debian that a test uses as a second implementation, where the machine allows it
 * (Debian, root, CI).
 *
 * @returns null when the program is there; else the reason why it is not, for the name of the skipped test
 */
export function installed(program: string, debianPackage: string): string | null {
  if (has(program)) return null;
  if (process.platform !== 'linux' || !has('apt-get')) return `${program} is not installed`;
  if (process.getuid?.() !== 0) return `${program} is not installed, and only root may install it`;
  if (process.env.CI === undefined) return `${program} is not installed; with CI set the tests install it`;
  const untilMs = Date.now() + WAIT_MS;
  while (Date.now() < untilMs) {
    try {
      mkdirSync(LOCK);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      continue;
    }
    try {
      // Sandboxes of apt need an account that some containers lack.
      const apt = (...args: string[]) =>
        spawnSync('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', ...args], { timeout: WAIT_MS });
      apt('update');
      apt('install', '-y', '--no-install-recommends', debianPackage);
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
    return has(program) ? null : `${debianPackage} could not be installed`;
  }
  return `${debianPackage} was not installed in time`;
}
