import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './address.ts';

/** What a client gets that sends slowly, or opens connections and says nothing. Times in ms. */
export interface Patience {
  /** Until the head of a request is there, from the connection on; also for the handshake of TLS. */
  headMs: number;
  /** How often it is looked whether heads are late. */
  everyMs: number;
  /** In each such time a body must end or bring `bodyBytes`. Whoever uploads over a bad link does far better. */
  bodyMs: number;
  bodyBytes: number;
  /** Connections of one address that are no web sockets (yet): a whole site may stand behind one address, and come at once. */
  connections: number;
}

export const patience: Patience = {
  headMs: 15_000,
  everyMs: 5_000,
  bodyMs: 30_000,
  bodyBytes: 30_000,
  connections: 4_096,
};

/** How a server of HTTP or HTTPS is to be made for it. */
export function serverOptions({ headMs, everyMs }: Patience = patience) {
  return { headersTimeout: headMs, connectionsCheckingInterval: everyMs, handshakeTimeout: headMs };
}

/**
 * Cuts whoever holds a request open by sending almost nothing, and refuses more connections of one address than a site
 * needs, so that nobody can use up the server's connections. Uploads may take hours, as long as something comes.
 * @param isProxy many people share the connections of a trusted proxy, and it bounds them itself
 */
export function guardSlow(
  server: Server,
  limits: Patience = patience,
  isProxy: (address: string) => boolean = () => false,
): void {
  /** Connections of each network that are counted, by their address and port. */
  const open = new Map<string, Set<string>>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '', remotePort: port = 0 } = socket;
    if (isProxy(address)) return;
    const same = open.get(networkOf(address)) ?? new Set();
    if (same.size >= limits.connections) return void socket.destroy();
    open.set(networkOf(address), same.add(`${address} ${port}`));
    socket.once('close', () => forget(address, port));
  });
  server.on('upgrade', ({ socket }: IncomingMessage) =>
    forget(socket.remoteAddress ?? '', socket.remotePort ?? 0),
  );
  function forget(address: string, port: number): void {
    const same = open.get(networkOf(address));
    same?.delete(`${address} ${port}`);
    if (same?.size === 0) open.delete(networkOf(address));
  }

  server.on('request', (request: IncomingMessage) => {
    if (request.complete || !hasBody(request)) return;
    const { socket } = request;
    let before = socket.bytesRead;
    const watch = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(watch);
      // What waits to be read waits for us: a slow disk is not the client's fault.
      const isOurs = request.readableLength > 0;
      if (!isOurs && socket.bytesRead - before < limits.bodyBytes) socket.destroy();
      before = socket.bytesRead;
    }, limits.bodyMs);
    watch.unref();
    // Also when its connection is cut; of the request, for a connection lives through many.
    request.once('close', () => clearInterval(watch));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
