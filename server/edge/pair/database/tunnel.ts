import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWebSocketStream, type WebSocket } from 'ws';
import { readPidFile } from '../../../platform/db/embedded/postmaster.ts';

/**
 * Tunnel of the protocol of PostgreSQL through the connections of the pair: the database listens on the machine only,
 * and no further port is open. Each connection of PostgreSQL is a WebSocket.
 */

async function joinStreams(socket: WebSocket, database: Socket): Promise<void> {
  const stream = createWebSocketStream(socket);
  database.setNoDelay(true);
  try {
    await Promise.all([pipeline(stream, database), pipeline(database, stream)]);
  } catch {
    // One side has ended: PostgreSQL connects again.
  } finally {
    database.destroy();
    socket.terminate();
  }
}

/** Joins a connection of the partner to the embedded database of this machine. */
export function tunnelToDatabase(socket: WebSocket, dataDir: string): void {
  const port = readPidFile(join(dataDir, 'postgres'))?.port;
  if (port === undefined) socket.terminate();
  else void joinStreams(socket, connect(port, '127.0.0.1'));
}

export interface Tunnel {
  /** Port on this machine that leads to the database of the partner. */
  port: number;
  close(): Promise<void>;
}

/** Opens a port on this machine only, each connection of which is joined to the database of the partner. */
export async function listenForDatabase(open: () => Promise<WebSocket>): Promise<Tunnel> {
  const connections = new Set<Socket>();
  const server = createServer((connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    connection.on('error', () => {});
    // Nothing is read before the tunnel is open.
    connection.pause();
    open().then(
      (socket) => {
        if (connection.destroyed) return socket.terminate();
        void joinStreams(socket, connection);
      },
      () => connection.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}
