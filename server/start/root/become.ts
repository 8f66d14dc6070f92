import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Target } from './account.ts';

/**
 * Path of setpriv of util-linux, which sets account, groups and capabilities in one step; null: not installed
 * (macOS).
 */
function setpriv(): string | null {
  if (platform() !== 'linux') return null;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin'];
  const found = folders.map((folder) => join(folder, 'setpriv')).find((path) => existsSync(path));
  if (found === undefined) return null;
  // Busybox, a large program, has a setpriv without options for accounts and groups.
  return statSync(found).size < 500_000 ? found : null;
}

/** First port that every account may open; in containers often 0. */
function firstFreePort(): number {
  // On macOS every account may open low ports on all addresses.
  if (platform() !== 'linux') return 0;
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return 1024;
  }
}

/** @returns reason why these ports cannot be opened without root here; null: they can */
export function needsRootFor(ports: readonly number[]): string | null {
  const low = ports.filter((port) => port < firstFreePort());
  if (low.length === 0 || setpriv() !== null) return null;
  return `port ${low[0]} can be opened by root only, for the program setpriv (package util-linux) is not there`;
}

/**
 * Replaces this process by the same program under another account, with the same process id and streams.
 *
 * @returns reason why that failed
 */
export function become(account: Target, ports: readonly number[], env: NodeJS.ProcessEnv): string {
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const tool = setpriv();
  // Node would print a warning that `execve` is experimental.
  process.removeAllListeners('warning');
  process.on('warning', () => {});
  try {
    if (tool !== null) {
      const capability = ports.some((port) => port < firstFreePort()) ? '-all,+net_bind_service' : '-all';
      const rights = ['--inh-caps', '--ambient-caps', '--bounding-set'].flatMap((kind) => [kind, capability]);
      const groups = ['--groups', account.groups.join(',')];
      const ids = ['--reuid', String(account.uid), '--regid', String(account.gid), ...groups];
      const args = [...ids, ...rights, '--no-new-privs'];
      // Tried first: without the capabilities for it (in a container) setpriv exits, and the server with it.
      const { status, stderr, error } = spawnSync(tool, [...args, 'true'], { encoding: 'utf8' });
      if (status !== 0) return error?.message ?? stderr.trim();
      process.execve?.(tool, ['setpriv', ...args, ...self], env);
    } else {
      process.setgroups?.(account.groups);
      process.setgid?.(account.gid);
      process.setuid?.(account.uid);
      process.execve?.(process.execPath, self, env);
    }
    return 'this Node.js cannot replace a process';
  } catch (error) {
    return (error as Error).message;
  }
}
