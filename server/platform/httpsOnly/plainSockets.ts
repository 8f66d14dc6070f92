import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { isSecure } from './transport.ts';

/** Close code of RFC 6455: policy violation. */
const POLICY = 1008;
/** Time for owners and peers to close by themselves, ms. */
const LINGER_MS = 1_000;

/** WebSockets that were opened over plain HTTP. */
export interface PlainSockets {
  /** Follows the sockets of an application; `refuses` tells if a new one must be closed at once. */
  watch(app: FastifyInstance, refuses: () => boolean): void;
  /** Number of open ones of a route. */
  count(url: string): number;
  /** Called before all are closed, by an owner who tells his peers why. */
  onEnd(listener: () => void): void;
  /** Closes all. */
  end(): void;
}

export function createPlainSockets(): PlainSockets {
  /** Open sockets with the pattern of their route. */
  const open = new Map<WebSocket, string>();
  const listeners: (() => void)[] = [];
  const close = (socket: WebSocket) => {
    socket.close(POLICY, 'HTTPS only');
    setTimeout(() => socket.terminate(), LINGER_MS).unref();
  };
  return {
    watch(app, refuses) {
      const upgrades = new WeakMap<IncomingMessage, string>();
      app.addHook('preHandler', async (request) => {
        if (request.ws && !isSecure(request)) upgrades.set(request.raw, request.routeOptions.url ?? '');
      });
      app.websocketServer.on('connection', (socket: WebSocket, raw: IncomingMessage) => {
        const url = upgrades.get(raw);
        if (url === undefined) return;
        // Switched on while its ticket was checked.
        if (refuses()) return close(socket);
        open.set(socket, url);
        socket.once('close', () => open.delete(socket));
      });
    },
    count: (url) => [...open.values()].filter((one) => one === url).length,
    onEnd: (listener) => void listeners.push(listener),
    end() {
      for (const listener of listeners) listener();
      // Consoles are told by the end of their logins, which is looked up first.
      const last = [...open.keys()];
      setTimeout(() => last.forEach(close), LINGER_MS).unref();
    },
  };
}
