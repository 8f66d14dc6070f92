import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';

const PROGRAM = fileURLToPath(new URL('./pymodbusServer.py', import.meta.url));
/** The Python of Debian, for which its packages are. */
const PYTHON = '/usr/bin/python3';

const canRun = () => spawnSync(PYTHON, ['-c', 'import pymodbus.server.async_io']).status === 0;

/** Makes sure that pymodbus is there. @returns the reason why not, or null */
export function pymodbusMissing(): string | null {
  if (canRun()) return null;
  const missing = installPackages('python3-pymodbus', 'python3-serial', 'python3-serial-asyncio');
  return missing ?? (canRun() ? null : 'python3-pymodbus does not start');
}

/** Starts a panel of pymodbus with unit 7, 64 discrete inputs and 64 coils. */
export async function startPymodbus() {
  const port = await freePort();
  const child = spawn(PYTHON, [PROGRAM, String(port)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<string, () => void>();
  const coils: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('coil')) coils.push(line);
    waiting.get(line)?.();
  });
  const printed = (line: string) => new Promise<void>((resolve) => waiting.set(line, resolve));
  await printed('ready');
  return {
    port,
    /** Writes of coils since the start, as `coil ADDRESS VALUE`. */
    coils,
    /** Sets an input, counted from 1; resolves when readers see it. */
    async input(number: number, active: boolean): Promise<void> {
      const set = printed(`input ${number} ${Number(active)}`);
      child.stdin.write(`input ${number} ${Number(active)}\n`);
      await set;
    },
    async close(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
