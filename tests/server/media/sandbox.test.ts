import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WorkerSandbox } from '../../../contract/entities/site/version.ts';
import { runChild } from '../../../server/platform/workers/child.ts';
import { type Given, workerSandbox } from '../../../server/platform/workers/sandbox.ts';
import type { SpyOrder } from './spy.ts';

const program = join(import.meta.dirname, 'spy.ts');
const limits = {
  ...{ memoryMb: 1_500, cpuSeconds: 20, fileMb: 16 },
  ...{ wallMs: 120_000, stallMs: 120_000, nice: 0 },
};

let dir: string;
let listener: Server;
let order: SpyOrder;
beforeAll(async () => {
  // With a blank, which the tables of mounts have to escape.
  dir = mkdtempSync(join(tmpdir(), 'tocsin sandbox-'));
  const put = (name: string) => {
    writeFileSync(join(dir, name), name);
    return join(dir, name);
  };
  mkdirSync(join(dir, 'out'));
  // As in a server whose data folder lies in another folder that is hidden.
  vi.stubEnv('DATA_DIR', dir);
  // Stands for a key in a folder that is not hidden.
  const key = join(import.meta.dirname, 'sounds.ts');
  vi.stubEnv('TLS_KEY', key);
  listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  order = { port, file: put('given'), secret: put('secret'), key, folder: join(dir, 'out') };
});
afterAll(() => {
  vi.unstubAllEnvs();
  listener.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Tried {
  sandbox: WorkerSandbox;
  connects: boolean;
  readsGiven: boolean;
  writesGiven: boolean;
  readsOther: boolean;
  readsKey: boolean;
  readsProcess: boolean;
  writesProgram: boolean;
}

async function tried(given?: Given): Promise<Tried> {
  const lines: string[] = [];
  const argument = JSON.stringify(order);
  const outcome = await runChild({ program, argument, given, limits, onLine: (line) => lines.push(line) });
  expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
  return JSON.parse(lines[0] ?? '{}') as Tried;
}

/** Values that each degree of isolation promises; the output names a system that allows less. */
const promised: Record<WorkerSandbox, Partial<Tried>> = {
  files: {
    ...{ connects: false, readsOther: false, readsKey: false },
    ...{ readsProcess: false, writesProgram: false },
  },
  network: { connects: false },
  privileges: {},
  none: {},
};

test('a worker is isolated as the reported state of the system says', async () => {
  const sandbox = await workerSandbox();
  expect(await tried({ file: order.file, folder: order.folder })).toMatchObject({
    ...{ sandbox, readsGiven: true, writesGiven: true },
    ...promised[sandbox],
  });
  expect(readFileSync(join(order.folder, 'made'), 'utf8')).toBe('x');
  expect(readFileSync(order.file, 'utf8')).toBe('given');
  // Its other files were in a temporary file system that has ended with it.
  if (sandbox === 'files') expect(existsSync(`${order.secret}.new`)).toBe(false);
});

test('without a file of its own it sees none', async () => {
  const sandbox = await workerSandbox();
  const isOpen = sandbox !== 'files';
  expect(await tried()).toMatchObject({ sandbox, readsGiven: isOpen, readsOther: isOpen });
});

test('the reported state equals the abilities of this system', async () => {
  const can = (...args: string[]) => spawnSync('unshare', args).status === 0;
  const hasNamespaces = can('-U', '-n', '--', 'setpriv', '--no-new-privs', '--', 'true');
  const expected = hasNamespaces ? ['files', 'network'] : ['privileges', 'none'];
  expect(expected).toContain(await workerSandbox());
});

/** Runs a worker with programs of the system that fail. */
async function triedWithout(scripts: Record<string, string>): Promise<Tried> {
  const path = process.env.PATH;
  const bin = mkdtempSync(join(dir, 'bin-'));
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  process.env.PATH = `${bin}${delimiter}${path}`;
  try {
    return await tried({ file: order.file, folder: order.folder });
  } finally {
    process.env.PATH = path;
  }
}

test('where no namespace can be made it works all the same', async () => {
  const done = await triedWithout({ unshare: 'exit 1' });
  expect(done).toMatchObject({ connects: true, readsGiven: true, writesGiven: true });
  expect(['privileges', 'none']).toContain(done.sandbox);
  const bare = await triedWithout({ unshare: 'exit 1', setpriv: 'exit 1' });
  expect(bare).toMatchObject({ sandbox: 'none', readsGiven: true, writesGiven: true });
});

test('where files cannot be hidden it loses its network and keeps its files', async () => {
  if ((await workerSandbox()) !== 'files') return;
  // Everything is covered, and then mount says that one entry of the table could not be.
  const mount = '/bin/mount "$@" || exit\ncase "$*" in *hidden*) exit 64;; esac';
  expect(await triedWithout({ mount })).toMatchObject({
    ...{ sandbox: 'network', connects: false },
    ...{ readsGiven: true, writesGiven: true, readsOther: true },
  });
});
