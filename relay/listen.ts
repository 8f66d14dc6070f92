import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from '../contract/protocol/frames.ts';
import { plainAddress } from '../server/platform/http/addressRange.ts';
import { guardSlow, serverOptions } from '../server/platform/http/slowClients.ts';
import type { Env } from '../server/platform/process/env.ts';
import { defaultGatewayLimits } from '../server/site/terminals/gateway/gatewayLimits.ts';
import { SocketWire } from '../server/site/terminals/gateway/wire/socketWire.ts';
import type { TerminalWire } from '../server/site/terminals/gateway/wire/terminalWire.types.ts';
import { bind, listen } from '../server/start/listen/bind.ts';
import { serverCertificate } from '../server/start/listen/tls.ts';
import type { Arrival } from './terminals/terminalAtRelay.ts';

/** Path of the socket of terminals. */
const TERMINAL_PATH = '/v1/terminal';

export interface RelayListener {
  http: number;
  https: number;
  close(): Promise<void>;
}

export interface RelayListenerDeps {
  env: Pick<Env, 'PORT' | 'HTTPS_PORT' | 'HOST' | 'TLS_CERT' | 'TLS_KEY' | 'DATA_DIR'>;
  /** Answers a request of a terminal; false: it is not known here. */
  answer(request: IncomingMessage, response: ServerResponse, isSecure: boolean, httpsPort: number): boolean;
  /** Takes a terminal; false when there are too many. */
  accept(wire: TerminalWire, arrival: Arrival): boolean;
}

/** Listens for terminals by HTTP and HTTPS, as a server does. */
export async function listenForTerminals({ env, answer, accept }: RelayListenerDeps): Promise<RelayListener> {
  const certificate = await serverCertificate(env);
  const ports = { http: 0, https: 0 };
  const respond = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response, isSecure, ports.https)) response.writeHead(404).end();
  };
  const plain = createPlain(serverOptions(), respond(false));
  const secure = createSecure({ ...serverOptions(), ...certificate }, respond(true));
  const servers: readonly Server[] = [plain, secure];
  const sockets = new WebSocketServer({
    ...{ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES },
  });
  for (const server of servers) {
    guardSlow(server);
    server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      const url = URL.parse(request.url ?? '', 'http://relay');
      if (url?.pathname !== TERMINAL_PATH || !isOwnPage(request) || !(duplex instanceof Socket))
        return duplex.destroy();
      const raw: Socket = duplex;
      const scheme = server === secure ? 'https' : 'http';
      sockets.handleUpgrade(request, raw, head, (socket) => {
        const arrival: Arrival = {
          address: plainAddress(raw.remoteAddress ?? ''),
          language: (url.searchParams.get('lang') ?? '').slice(0, 8),
          secure: server === secure,
          server: `${scheme}://${request.headers.host ?? ''}`.slice(0, 300),
        };
        if (!accept(new SocketWire(socket, raw, defaultGatewayLimits), arrival)) socket.close(1013);
      });
    });
  }
  const httpsPort = typeof env.HTTPS_PORT === 'number' ? env.HTTPS_PORT : 8443;
  const wanted = [
    { setting: 'PORT', port: env.PORT, host: env.HOST },
    { setting: 'HTTPS_PORT', port: httpsPort, host: env.HOST },
  ] as const;
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    const ends = servers.map((server) => {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return ended;
    });
    await Promise.all(ends);
  };
  try {
    ports.http = await bind(wanted[0], () => listen(plain, wanted[0]));
    ports.https = await bind(wanted[1], () => listen(secure, wanted[1]));
    return { ...ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Tells if a socket is not opened by a page of another origin. */
function isOwnPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || URL.parse(origin)?.host === host;
}
