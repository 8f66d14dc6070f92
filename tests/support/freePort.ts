import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Finds a port of the loopback interface that is free for TCP and for UDP, for a program that is given its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, LOOPBACK);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = createSocket('udp4');
    const isFree = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false));
      socket.bind(port, LOOPBACK, () => resolve(true));
    });
    await new Promise<void>((resolve) => socket.close(() => resolve()));
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
