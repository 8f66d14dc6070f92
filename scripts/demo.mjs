/**
 * `npm run demo`: the server on a throw-away data folder, which is removed when it ends, with a sample site: zones,
 * music, broadcasts on the air, and 50 terminals of their own process that really receive and decode.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const terminals = 50;
const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-demo-'));
const children = [];
process.on('exit', () => {
  for (const child of children) child.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

process.env.DATA_DIR = dataDir;
process.env.DATABASE_URL = '';
// Random, because the demo is reachable from the network too; three classes, as the rule asks.
process.env.ADMIN_PASSWORD ||= `Demo-${randomBytes(4).toString('hex')}`;
process.env.LOG_LEVEL ||= 'warn';
if (process.env.PORT === '0') process.env.PORT = String(await freePort());
const url = `http://127.0.0.1:${process.env.PORT || 8080}`;

// The server raises its priority only as a program of its own; its terminals would have precedence over it.
const { raisePriority, SERVER_NICE } = await import('../server/platform/process/priority.ts');
raisePriority(Number(process.env.SERVER_NICE || SERVER_NICE));
await import('../server/main.ts');
const program = fileURLToPath(new URL('../terminal/headless/main.ts', import.meta.url));
/** A process of terminals; those that are no loudspeakers stand in `others` of scripts/demo/furnish.ts. */
const start = (code, ...options) =>
  children.push(
    spawn(
      process.execPath,
      [
        program,
        ...['--server', url, '--code', code, '--quiet', '--state', join(dataDir, `${code}.json`)],
        ...options,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  );
start('DEMO', '--count', String(terminals));
start('DEMO-CAPTURER', '--role', 'capturer', '--channels', '4');
start('DEMO-TTS', '--role', 'tts');
start('DEMO-FIRE', '--role', 'fire', '--inputs', '4', '--outputs', '2');
const { furnish } = await import('./demo/furnish.ts');
await furnish(url, process.env.ADMIN_PASSWORD, terminals);
process.stdout.write(`  The sample site is ready: account admin, password ${process.env.ADMIN_PASSWORD}\n\n`);

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
