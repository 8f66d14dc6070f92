import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface TcpProxy {
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
  /** Bytes that went from the target to the clients so far. */
  readonly bytes: number;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Nothing moves any more, in no direction, and nobody is told. New connections hang as well. */
  stall(): void;
  /** From the target to the clients not more than this, bytes per second and connection. */
  slow(bytesPerS: number): void;
  /** As if nothing had happened: what was cut may connect again, what stood still moves on. */
  restore(): void;
  close(): Promise<void>;
}

/** What a network packet carries, bytes. */
const PACKET_BYTES = 1_400;

function* packets(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PACKET_BYTES) yield chunk.subarray(at, at + PACKET_BYTES);
}

/** A TCP proxy whose link can be lost: browsers and libraries see what a real network does to them. */
export async function createProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'cut' | 'stalled' = 'open';
  let rate = Number.POSITIVE_INFINITY;
  let bytes = 0;
  let moveOn = Promise.resolve();
  let release = () => {};

  /** Copies until the end; a chunk is passed on only when the link lets it. */
  async function copy(from: Socket, to: Socket, isDown: boolean): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await moveOn;
      // A slow link passes on packet by packet, not what has gathered before it in one piece.
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
