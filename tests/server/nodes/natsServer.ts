import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from '../../support/endWithParent.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';

export interface NatsServer {
  url: string;
  stop(): void;
}

/**
 * Starts Debian's nats-server on loopback, and waits until it accepts connections.
 * @param settings further arguments, made in its folder
 */
export async function startNats(
  settings: (folder: string) => string[] | Promise<string[]> = () => [],
): Promise<NatsServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-nats-'));
  const args = ['-a', '127.0.0.1', '-p', String(port), ...(await settings(folder))];
  const child = spawn('nats-server', args, { stdio: 'ignore' });
  const guard = endWithParent(folder, child.pid);
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        const probe = createConnection({ host: '127.0.0.1', port }, () => {
          probe.destroy();
          resolve();
        });
        probe.once('error', reject);
      }),
  );
  return {
    url: `nats://127.0.0.1:${port}`,
    stop() {
      guard.dismiss();
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
