import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Link between terminals and a server that can be cut, like an unplugged cable. */
export interface Link {
  /** Address that terminals use for the server. */
  url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openLink(port: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const line = createServer((socket) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    if (isCut) socket.destroy();
    else socket.pipe(far).pipe(socket);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      drop();
    },
    restore() {
      isCut = false;
    },
    async close() {
      const closed = once(line, 'close');
      line.close();
      drop();
      await closed;
    },
  };
}
