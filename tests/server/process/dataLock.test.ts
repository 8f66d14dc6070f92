import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from '../../../server/platform/dataFolder/dataLock.ts';
import { StartError } from '../../../server/platform/process/startError.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Process that takes the lock and holds it until it is killed. */
async function holder(account: { uid?: number; gid?: number } = {}) {
  const lock = fileURLToPath(new URL('../../../server/platform/dataFolder/dataLock.ts', import.meta.url));
  const program = `const { lockDataDir } = await import(${JSON.stringify(lock)});
    await lockDataDir(${JSON.stringify(dataDir)}, { wait: 0, note: (e) => { throw e; } });
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...account,
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const held = new Promise((resolve) => child.stdout.once('data', resolve));
  const isHeld = await Promise.race([held.then(() => true), gone.then(() => false)]);
  return {
    isHeld,
    async kill9() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const strict = {
  wait: 0,
  note: (error: Error) => {
    throw error;
  },
};

test('a second process is refused with a message, and a killed one leaves no lock', async () => {
  const first = await holder();
  try {
    expect(first.isHeld).toBe(true);
    await expect(lockDataDir(dataDir, strict)).rejects.toBeInstanceOf(StartError);
    await expect(lockDataDir(dataDir, strict)).rejects.toThrow('Another Tocsin server is running');
  } finally {
    await first.kill9();
  }
  const lock = await lockDataDir(dataDir, strict);
  expect(readdirSync(dataDir)).toEqual(['lock']);
  lock.release();
});

test('a waiting process gets the lock when the first has ended', async () => {
  const first = await lockDataDir(dataDir, strict);
  const second = lockDataDir(dataDir, { ...strict, wait: 30_000 });
  first.release();
  (await second).release();
});

// Only root can run a process as another account.
test.runIf(process.getuid?.() === 0)(
  'root and the owner of the folder can hold the lock in turn',
  async () => {
    chownSync(dataDir, 65_534, 65_534);
    chmodSync(dataDir, 0o755);
    const root = await holder();
    await root.kill9();
    const owner = await holder({ uid: 65_534, gid: 65_534 });
    try {
      expect([root.isHeld, owner.isHeld]).toEqual([true, true]);
      await expect(lockDataDir(dataDir, strict)).rejects.toBeInstanceOf(StartError);
    } finally {
      await owner.kill9();
    }
  },
);
