import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lock that one process holds while it installs; the others wait. */
const LOCK = join(tmpdir(), 'tocsin-tests-apt.lock');
const WAIT_MS = 120_000;

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/**
 * Installs packages of Debian that a test needs for a second implementation, where the machine allows it
 * (Debian, root, CI).
 *
 * @returns null when they were installed; else the reason why not, for the name of the skipped test
 */
export function installPackages(...packages: string[]): string | null {
  const names = packages.join(', ');
  if (process.platform !== 'linux' || !has('apt-get')) return `${names}: this system has no apt-get`;
  if (process.getuid?.() !== 0) return `${names}: only root may install packages`;
  if (process.env.CI === undefined) return `${names}: the tests install packages only with CI set`;
  const untilMs = Date.now() + WAIT_MS;
  while (Date.now() < untilMs) {
    try {
      mkdirSync(LOCK);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      continue;
    }
    try {
      // The account of apt's sandbox is missing in some containers.
      const apt = (...args: string[]) =>
        spawnSync('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', ...args], { timeout: WAIT_MS });
      apt('update');
      const { status } = apt('install', '-y', '--no-install-recommends', ...packages);
      return status === 0 ? null : `${names}: apt-get failed`;
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
  }
  return `${names}: another process installs packages`;
}

/** Makes sure that a program is there; see `installPackages`. */
export function installed(program: string, debianPackage: string): string | null {
  return has(program) ? null : installPackages(debianPackage);
}
