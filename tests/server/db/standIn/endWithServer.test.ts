import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbedded } from '../../../../server/platform/db/embedded/embedded.ts';
import { clusterProcesses, isAlive } from '../../../../server/platform/db/embedded/postmaster.ts';
import { endWithParent } from '../../../support/endWithParent.ts';
import { eventually } from '../../../support/eventually.ts';

const embedded = new URL('../../../../server/platform/db/embedded/embedded.ts', import.meta.url).href;

/** Program that starts a PostgreSQL and prints its process id. */
const program = (dataDir: string, endsWithServer: boolean) => `
  const { startEmbedded } = await import(${JSON.stringify(embedded)});
  const options = ${JSON.stringify({ dataDir, durable: false, endsWithServer })};
  console.log((await startEmbedded(options)).pid);
  setInterval(() => {}, 1000);`;

async function killedStarter(dataDir: string, endsWithServer: boolean): Promise<number> {
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program(dataDir, endsWithServer)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(starter.stdout, 'data')) as [Buffer];
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  return Number(line);
}

test('the PostgreSQL of a stand-in ends with a server that is killed, any other stays', async () => {
  const folders = ['ends', 'stays'].map((name) => mkdtempSync(join(tmpdir(), `tocsin-${name}-`)));
  const guards = folders.map((dataDir) => endWithParent(dataDir));
  const [ends = '', stays = ''] = folders;
  try {
    const left = await killedStarter(stays, false);
    const gone = await killedStarter(ends, true);
    await eventually(() => expect(isAlive(gone)).toBe(false));
    await eventually(() => expect(clusterProcesses(join(ends, 'postgres'))).toEqual([]));
    expect(isAlive(left)).toBe(true);
    await (await startEmbedded({ dataDir: stays })).stop();
  } finally {
    for (const guard of guards) guard.dismiss();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});

test('nothing is left of a PostgreSQL that was stopped', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-stopped-'));
  const guard = endWithParent(dataDir);
  try {
    const { pid, stop } = await startEmbedded({ dataDir, durable: false, endsWithServer: true });
    const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(running).toContain(`kill -QUIT "$1" sh ${pid}`);
    await stop();
    // Exited, and then collected by this process.
    await eventually(() => expect(isAlive(pid)).toBe(false));
    // Its guard neither, whose order names a process id that may be given again.
    await eventually(() => {
      const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
      expect(all).not.toContain(`kill -QUIT "$1" sh ${pid}`);
    });
  } finally {
    guard.dismiss();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
