import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { platform } from 'node:os';
import { dirname, join, resolve as resolvePath, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkerSandbox } from '../../../contract/entities/site/version.ts';
import { HIDE, LIMIT, RESTRICT } from './sandboxScripts.ts';

/** Absolute paths that a child process may use beside its program; everything else is hidden. */
export interface Given {
  /** Existing file, to be read. */
  file?: string | undefined;
  /** Existing folder, to be written in. */
  folder?: string | undefined;
}

/** Resource limits that the kernel enforces on a child process. */
export interface SystemLimits {
  /** Writable memory, MB (RLIMIT_DATA). Node itself with FFmpeg loaded takes over 512. Not limited on Windows. */
  memoryMb: number;
  /** Processor time, seconds (RLIMIT_CPU). Not limited on Windows. */
  cpuSeconds: number;
  /** Size of each file that it writes, MB (RLIMIT_FSIZE). Not limited on Windows. */
  fileMb: number;
}

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
/** Folders where people and programs keep data; those of the system with programs and libraries stay visible. */
const PLACES = ['/home', '/root', '/run', '/tmp', '/var', '/srv', '/mnt', '/media', '/opt', '/dev/shm'];

const isIn = (path: string, folder: string) =>
  `${path}${sep}`.startsWith(`${folder.replace(/\/$/, '')}${sep}`);
/** Path as fstab(5) and /proc/self/mountinfo write it. */
const escaped = (path: string) =>
  path.replaceAll(/[\s\\]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);

/** Folder of the compile cache that workers use: the server's, kept by Node in a folder of its version. */
export function compileCache(): string | undefined {
  const folder = getCompileCacheDir();
  return folder === undefined ? undefined : dirname(folder);
}

/** Folders that can be hidden without hiding the program, and the key of the certificate, as lines of fstab(5). */
function hiddenFor(program: string): string {
  const needed = [root, join(root, 'node_modules'), process.execPath, program, compileCache() ?? root]
    .filter((path) => existsSync(path))
    .flatMap((path) => [path, realpathSync(path)]);
  const there = [...PLACES, resolvePath(process.env.DATA_DIR || 'data')]
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder));
  const free = [...new Set(there)].filter((folder) => !needed.some((path) => isIn(path, folder)));
  // The source has a name of its own: `mount -a` skips an entry whose source is already mounted there.
  const covers = free
    .filter((folder) => !free.some((other) => other !== folder && isIn(folder, other)))
    .map((folder) => `tocsin-worker ${escaped(folder)} tmpfs size=64k,mode=755 0 0`);
  // The key of the certificate may lie among the files of the system, readable by the server's account.
  const { TLS_KEY } = process.env;
  const key = TLS_KEY && existsSync(TLS_KEY) ? realpathSync(TLS_KEY) : undefined;
  if (key !== undefined && !free.some((folder) => isIn(key, folder)))
    covers.push(`/dev/null ${escaped(key)} none bind 0 0`);
  return covers.join('\n');
}

/** Folders of the program, which a worker must not change, as lines of fstab(5). */
function readOnly(): string {
  const cache = compileCache();
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, , , , at, options] = line.split(' ');
      return at === undefined || options === undefined ? [] : [{ at, options }];
    });
  return [root, ...(cache === undefined || isIn(cache, root) ? [] : [cache])]
    .filter((folder) => existsSync(folder))
    .map((folder) => {
      const path = escaped(realpathSync(folder));
      const around = mounts.filter(({ at }) => isIn(path, at)).sort((a, b) => a.at.length - b.at.length);
      // An account may not leave out an option such as nosuid that the mount already has.
      const others = (around.at(-1)?.options ?? '').split(',').filter((one) => one !== 'rw' && one !== 'ro');
      return `${path} ${path} none ${['bind', 'ro', ...others].filter(Boolean).join(',')} 0 0`;
    })
    .join('\n');
}

/**
 * Builds the command line that runs a command within its limits and, as far as the system allows it, without a
 * network, without rights and without any file but those given, its program and the system's (Linux).
 */
export function confined(
  command: readonly string[],
  { program, given = {}, limits }: { program: string; given?: Given | undefined; limits: SystemLimits },
): string[] {
  if (platform() === 'win32') return [...command];
  // `ulimit -d` counts in KB, `-f` in blocks of 512 bytes.
  const numbers = [limits.memoryMb * 1024, limits.cpuSeconds, limits.fileMb * 2048].map(String);
  const limited = ['/bin/sh', '-c', LIMIT, 'sh', ...numbers];
  if (platform() !== 'linux') return [...limited, ...command];
  // A missing file is refused by the worker in its own words.
  const [file, folder] = [given.file, given.folder].map((path) => (path && existsSync(path) ? path : ''));
  const back = [
    folder && `/proc/self/fd/4 ${escaped(folder)} none bind 0 0`,
    file && `/proc/self/fd/3 ${escaped(file)} none bind 0 0`,
    'tocsin-worker /proc tmpfs ro,size=4k 0 0',
  ];
  const tables = [readOnly(), hiddenFor(program), back.filter(Boolean).join('\n')];
  return [...limited, '/bin/sh', '-c', RESTRICT, 'sh', HIDE, file ?? '', folder ?? '', ...tables, ...command];
}

let found: Promise<WorkerSandbox> | undefined;

/** Finds out once how far the system lets workers be confined, by starting a command as one. Never rejects. */
export function workerSandbox(): Promise<WorkerSandbox> {
  found ??= new Promise((resolve) => {
    if (platform() !== 'linux') return resolve('none');
    const limits = { memoryMb: 1024, cpuSeconds: 60, fileMb: 16 };
    const script = ['/bin/sh', '-c', 'echo "$TOCSIN_SANDBOX"'];
    const given = { file: join(root, 'package.json'), folder: resolvePath(process.env.DATA_DIR || 'data') };
    const [shell = '', ...args] = confined(script, {
      program: join(root, 'server', 'main.ts'),
      given,
      limits,
    });
    const env = { PATH: process.env.PATH };
    execFile(shell, args, { env, timeout: 60_000 }, (_error, stdout) => {
      const word = stdout.trim();
      resolve(word === 'files' || word === 'network' || word === 'privileges' ? word : 'none');
    });
  });
  return found;
}
