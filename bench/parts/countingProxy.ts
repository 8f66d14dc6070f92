import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountingProxy {
  readonly port: number;
  /** Bytes of all connections in both directions since the last call. */
  take(): number;
  close(): Promise<void>;
}

/** TCP proxy that counts what goes through it, as the network sees it: with TLS and WebSocket frames. */
export async function countingProxy(target: number): Promise<CountingProxy> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
