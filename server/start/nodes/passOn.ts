import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createPlain, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createSecure, TLSSocket } from 'node:tls';
import { RELAY_LABEL } from '../../../contract/protocol/relayLink.ts';
import { plainAddress } from '../../platform/http/addressRange.ts';
import { serverOptions, slowClientLimits } from '../../platform/http/slowClients.ts';
import { bindingOf } from '../../platform/machines/tlsBinding.ts';
import type { LeaderEntry } from '../../platform/nodes/presence.ts';
import type { Env } from '../../platform/process/env.ts';

import { bind, listen } from '../listen/bind.ts';
import { serverCertificate } from '../listen/tls.ts';
import { dialLeader } from './entry.ts';

export interface PassingListener {
  http: number;
  /** Null: HTTPS is off. */
  https: number | null;
  /** Number of connections that are open. */
  connections(): number;
  close(): Promise<void>;
}

export interface PassingOptions {
  env: Pick<Env, 'PORT' | 'HTTPS_PORT' | 'HOST' | 'TLS_CERT' | 'TLS_KEY' | 'DATA_DIR'>;
  secret: string;
  /** Null: no node leads now. */
  leader(): LeaderEntry | null;
  /** Answers requests while no node leads. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  log: { warn(details: object, message: string): void };
}

/**
 * Listens at the ports of the server on a node that does not lead, and passes each connection on to the leader as it is,
 * whatever is spoken on it. A connection whose leader is lost ends, so that its client connects again.
 */
export async function listenPassing(options: PassingOptions): Promise<PassingListener> {
  const { env, secret, leader, answer, log } = options;
  const certificate = env.HTTPS_PORT === 'off' ? null : await serverCertificate(env);
  const clients = new Set<Socket>();
  const local = createHttp(serverOptions(), (request, response) => {
    response.shouldKeepAlive = false;
    answer(request, response);
  });
  local.on('upgrade', (_, socket) =>
    socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n'),
  );

  async function take(client: Socket): Promise<void> {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('error', () => client.destroy());
    client.setNoDelay(true);
    const entry = leader();
    const first = {
      use: 'client' as const,
      ...{ address: plainAddress(client.remoteAddress ?? ''), port: client.remotePort ?? 0 },
      is_secure: client instanceof TLSSocket,
      bindings: client instanceof TLSSocket ? { [RELAY_LABEL]: bindingOf(client, RELAY_LABEL) ?? '' } : {},
    };
    const upstream = entry === null ? null : await dialLeader(entry, secret, first).catch(failed);
    if (client.destroyed) return void upstream?.destroy();
    if (upstream === null) return void local.emit('connection', client);
    upstream.on('error', () => upstream.destroy());
    pipeline(client, upstream, () => upstream.destroy());
    pipeline(upstream, client, () => client.destroy());
  }
  function failed(err: unknown): null {
    log.warn({ err }, 'a connection cannot be passed on to the leader');
    return null;
  }

  const plain = createPlain(take);
  const secure =
    certificate === null
      ? null
      : createSecure({ ...certificate, handshakeTimeout: slowClientLimits.headMs }, take);
  secure?.on('tlsClientError', (_, socket) => socket.destroy());
  const servers: readonly Server[] = secure === null ? [plain] : [plain, secure];
  const close = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            for (const client of clients) client.destroy();
          }),
      ),
    );
  };
  const httpsPort = typeof env.HTTPS_PORT === 'number' ? env.HTTPS_PORT : 8443;
  const at = { host: env.HOST };
  try {
    const open = (server: Server, setting: 'PORT' | 'HTTPS_PORT', port: number) =>
      bind({ setting, port, ...at }, () => listen(server, { port, ...at }));
    const http = await open(plain, 'PORT', env.PORT);
    const https = secure === null ? null : await open(secure, 'HTTPS_PORT', httpsPort);
    return { http, https, connections: () => clients.size, close };
  } catch (error) {
    await close();
    throw error;
  }
}
