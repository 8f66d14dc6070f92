import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** Program that tries what a worker is not given; says as a line of JSON what worked. Its argument: `SpyOrder`. */
export interface SpyOrder {
  port: number;
  file: string;
  secret: string;
  /** Key of the certificate. */
  key: string;
  folder: string;
}

const { port, file, secret, key, folder } = JSON.parse(process.argv[2] ?? '') as SpyOrder;
const works = (act: () => unknown): boolean => {
  try {
    return act() !== false;
  } catch {
    return false;
  }
};
const reaches = (host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
process.stdout.write(
  `${JSON.stringify({
    sandbox: process.env.TOCSIN_SANDBOX ?? 'none',
    connects: await reaches('127.0.0.1'),
    readsGiven: works(() => readFileSync(file)),
    writesGiven: works(() => writeFileSync(join(folder, 'made'), 'x')),
    readsOther: works(() => readFileSync(secret)),
    writesOther: works(() => writeFileSync(`${secret}.new`, 'x')) && existsSync(`${secret}.new`),
    writesProgram: works(() => accessSync(import.meta.filename, constants.W_OK)),
    readsKey: works(() => readFileSync(key, 'utf8') !== ''),
    readsProcess: works(() => readFileSync(`/proc/${process.ppid}/environ`)),
  })}\n`,
);
