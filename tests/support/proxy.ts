import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface TcpProxy {
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Bytes from the target to the clients so far. */
  readonly bytes: number;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  /** Stalls the link in both directions without closing it. New connections hang as well. */
  stall(): void;
  /** Limits the rate from the target to the clients, bytes per second and connection. */
  slow(bytesPerS: number): void;
  /** Restores the link: refused clients may connect again, stalled data continues. */
  restore(): void;
  close(): Promise<void>;
}

/** Bytes per network packet. */
const PACKET_BYTES = 1_400;

function* packets(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PACKET_BYTES) yield chunk.subarray(at, at + PACKET_BYTES);
}

/** TCP proxy whose link can be cut, stalled or slowed, like a real network. */
export async function createProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'cut' | 'stalled' = 'open';
  let rate = Number.POSITIVE_INFINITY;
  let bytes = 0;
  let moveOn = Promise.resolve();
  let release = () => {};

  /** Copies until the end; a chunk is passed on only when the link permits. */
  async function copy(from: Socket, to: Socket, isDown: boolean): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await moveOn;
      // A slow link forwards packet by packet, instead of the whole chunk.
      for (const packet of isDown && Number.isFinite(rate) ? packets(chunk) : [chunk]) {
        if (isDown) {
          bytes += packet.length;
          if (Number.isFinite(rate)) await wait((packet.length / rate) * 1000);
        }
        if (!to.write(packet))
          await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
      }
    }
    to.end();
  }

  const server = createServer({ highWaterMark: 16_384 }, (client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const target = connect({ port: targetPort, host: '127.0.0.1' });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    copy(client, target, false).catch(() => {});
    copy(target, client, true).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    get bytes() {
      return bytes;
    },
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    stall() {
      mode = 'stalled';
      moveOn = new Promise((resolve) => {
        release = resolve;
      });
    },
    slow(bytesPerS) {
      rate = bytesPerS;
    },
    restore() {
      mode = 'open';
      rate = Number.POSITIVE_INFINITY;
      release();
      moveOn = Promise.resolve();
    },
    async close() {
      release();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
