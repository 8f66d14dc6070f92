import type { Server } from 'node:net';
import { StartError } from '../startError.ts';

export interface BindOptions {
  /** Name of the setting, for messages. */
  setting: 'PORT' | 'HTTPS_PORT';
  /** 0: any free port. */
  port: number;
  /** Undefined: all addresses. */
  host: string | undefined;
}

/**
 * Makes a server listen.
 *
 * @returns the port, which the system chose if it was 0
 * @throws StartError that names the port and says how to choose another
 */
export async function bind(server: Server, options: BindOptions): Promise<number> {
  try {
    return await listen(server, options);
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException, options));
  }
}

/** True when this error of `listen` says that somebody else has the port. */
export function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

/** Like `bind`, but the system's own error is thrown. */
export function listen(server: Server, { port, host }: Pick<BindOptions, 'port' | 'host'>): Promise<number> {
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

function explain(error: NodeJS.ErrnoException, { setting, port, host }: BindOptions): string {
  const another = `  ${setting}=${port < 1024 ? port + 8000 : port + 1} npm start`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program (perhaps this server is running already).\nStop that program, or choose another port, for example:\n${another}`;
    case 'EACCES':
      return `Port ${port} needs more rights than this account has.\nChoose a port from 1024 up, for example:\n${another}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine.`;
    default:
      return `The server cannot listen on port ${port}: ${error.message}\nAnother port may do, for example:\n${another}`;
  }
}
