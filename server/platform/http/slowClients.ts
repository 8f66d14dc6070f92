import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './address.ts';
import { isUpgrade } from './upgrades.ts';

/** Limits for clients that send slowly, or open connections and stay silent. Times in ms. */
export interface SlowClientLimits {
  /** Time limit for the head of a request from the connection on, and for the TLS handshake. */
  headMs: number;
  /** Interval of the check for late heads. */
  everyMs: number;
  /**
   * Interval within which a body must end or deliver `bodyBytes`, far less than an upload over a bad link
   * delivers.
   */
  bodyMs: number;
  bodyBytes: number;
  /**
   * Maximum number of connections of one address that are not WebSockets (yet): a whole site may share an
   * address and connect at once.
   */
  connections: number;
}

export const slowClientLimits: SlowClientLimits = {
  headMs: 15_000,
  everyMs: 5_000,
  bodyMs: 30_000,
  bodyBytes: 30_000,
  connections: 4_096,
};

/** Options of the HTTP or HTTPS server: these limits, and which requests leave HTTP. */
export function serverOptions({ headMs, everyMs }: SlowClientLimits = slowClientLimits) {
  return {
    headersTimeout: headMs,
    connectionsCheckingInterval: everyMs,
    handshakeTimeout: headMs,
    shouldUpgradeCallback: isUpgrade,
  };
}

/**
 * Cuts clients that hold requests open by sending almost nothing, and refuses more connections of one address
 * than a site needs, so that no client can exhaust the server's connections. Uploads may take hours, as long
 * as data arrives.
 * @param isProxy excludes trusted proxies, whose connections many people share and which set limits
 *   themselves
 */
export function guardSlow(
  server: Server,
  limits: SlowClientLimits = slowClientLimits,
  isProxy: (address: string) => boolean = () => false,
): void {
  /** Counted connections of each network, by address and port. */
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
      // Data waits to be read by the server: a slow disk is not the client's fault.
      const isOurs = request.readableLength > 0;
      if (!isOurs && socket.bytesRead - before < limits.bodyBytes) socket.destroy();
      before = socket.bytesRead;
    }, limits.bodyMs);
    watch.unref();
    // Emitted also when the connection is cut; on the request, because a connection serves many.
    request.once('close', () => clearInterval(watch));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
