import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../../platform/process/startError.ts';

export interface PortRequest {
  /** Name of the setting, for error messages. */
  setting: 'PORT' | 'HTTPS_PORT';
  /** 0: any free port. */
  port: number;
  /** Undefined: all addresses. */
  host: string | undefined;
}

/** Time that a taken port gets to become free, ms: a previous server may be ending. */
const WAIT_MS = 2_000;

/**
 * Runs `listen` and explains its failure in a sentence.
 * @throws StartError that names the port and says how to choose another
 */
export async function bind<T>(request: PortRequest, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException, request), undefined, { cause: error });
  }
}

/** Checks that a port is free before anything else is started or changed. @throws StartError like `bind` */
export async function checkPort(request: PortRequest): Promise<void> {
  await bind(request, async () => {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const probe = createServer();
      try {
        await listen(probe, request);
        await new Promise((resolve) => probe.close(resolve));
        return;
      } catch (error) {
        if (!isTaken(error) || Date.now() > deadline) throw error;
      }
      await delay(100);
    }
  });
}

/** Tells if an error of `listen` means that the port is in use. */
export function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

/** Makes a server listen; resolves with its port, rejects with the error of the system. */
export function listen(server: Server, { port, host }: Pick<PortRequest, 'port' | 'host'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Without a host Node listens on all addresses, IPv6 included where the machine has it.
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function explain(error: NodeJS.ErrnoException, { setting, port, host }: PortRequest): string {
  const another = `  ${setting}=${port < 1024 ? port + 8000 : port + 1} npm start`;
  switch (error.code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} is taken by another program (perhaps this server is running already).\n` +
        `Stop that program, or choose another port, for example:\n${another}`
      );
    case 'EACCES':
      return `Port ${port} needs more rights than this account has. Choose one from 1024 up, for example:\n${another}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine.`;
    default:
      return `The server cannot listen on port ${port}: ${error.message}\nAnother one may do, for example:\n${another}`;
  }
}
