import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Target } from './account.ts';

/** Path of util-linux' setpriv, which sets account, groups and capabilities in one step; null: not installed (macOS). */
function setpriv(): string | null {
  if (platform() !== 'linux') return null;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin'];
  const found = folders.map((folder) => join(folder, 'setpriv')).find((path) => existsSync(path));
  if (found === undefined) return null;
  // Busybox, a large program, has one that knows neither accounts nor groups.
  return statSync(found).size < 500_000 ? found : null;
}

/** First port that every account may open: containers often let all. */
function firstFreePort(): number {
  // macOS lets everybody open them on all addresses.
  if (platform() !== 'linux') return 0;
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return 1024;
  }
}

/** @returns why these ports cannot be opened without root here; null: they can */
export function needsRootFor(ports: readonly number[]): string | null {
  const low = ports.filter((port) => port < firstFreePort());
  if (low.length === 0 || setpriv() !== null) return null;
  return `port ${low[0]} can be opened by root only, for the program setpriv (package util-linux) is not there`;
}

/**
 * Replaces this process by the same program under another account, with the same process id and streams.
 *
 * @returns why that did not work
 */
export function become(account: Target, ports: readonly number[], env: NodeJS.ProcessEnv): string {
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const tool = setpriv();
  // Node warns that replacing a process is new in it, on the stream that people read.
  process.removeAllListeners('warning');
  process.on('warning', () => {});
  try {
    if (tool !== null) {
      const capability = ports.some((port) => port < firstFreePort()) ? '-all,+net_bind_service' : '-all';
      const rights = ['--inh-caps', '--ambient-caps', '--bounding-set'].flatMap((kind) => [kind, capability]);
      const groups = ['--groups', account.groups.join(',')];
      const ids = ['--reuid', String(account.uid), '--regid', String(account.gid), ...groups];
      const args = [...ids, ...rights, '--no-new-privs'];
      // In a container without the capabilities for this it would end, and the server with it.
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
