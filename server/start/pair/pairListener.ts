import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { PAIR_PATH, pairBinding } from '../../edge/pair/link/dial.ts';
import { guardSlow, serverOptions } from '../../platform/http/slowClients.ts';
import type { Env } from '../../platform/process/env.ts';
import { bind, listen } from '../listen/bind.ts';
import { serverCertificate } from '../listen/tls.ts';

export interface PairListener {
  http: number;
  https: number;
  close(): Promise<void>;
}

/**
 * Listens at the ports of the server on a machine of a pair that does not lead: a few plain answers, and connections of
 * the other machines. No console, no terminal and no API is served.
 */
export async function listenInPair(
  env: Pick<Env, 'PORT' | 'HTTPS_PORT' | 'HOST' | 'TLS_CERT' | 'TLS_KEY' | 'DATA_DIR'>,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  accept: (socket: WebSocket, binding: string | null) => void,
): Promise<PairListener> {
  const certificate = await serverCertificate(env);
  const plain = createPlain(serverOptions(), answer);
  const secure = createSecure({ ...serverOptions(), ...certificate }, answer);
  const servers: readonly Server[] = [plain, secure];
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  for (const server of servers) {
    guardSlow(server);
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.split('?')[0] !== PAIR_PATH) return socket.destroy();
      sockets.handleUpgrade(request, socket, head, (opened) => accept(opened, pairBinding(socket)));
    });
  }
  const host = env.HOST;
  const httpsPort = typeof env.HTTPS_PORT === 'number' ? env.HTTPS_PORT : 8443;
  const ports = [
    { setting: 'PORT', port: env.PORT, host },
    { setting: 'HTTPS_PORT', port: httpsPort, host },
  ] as const;
  const close = () =>
    Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
            for (const socket of sockets.clients) socket.terminate();
          }),
      ),
    ).then(() => {});
  try {
    const http = await bind(ports[0], () => listen(plain, ports[0]));
    const https = await bind(ports[1], () => listen(secure, ports[1]));
    return { http, https, close };
  } catch (error) {
    await close();
    throw error;
  }
}
