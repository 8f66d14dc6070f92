import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** Paths that terminals fetch by HTTP: sounds to keep, packages, the terminal page and its files. */
const PATHS = /^\/(?:v1\/(?:terminal_media|terminal_upgrade)\/|terminal(?:[/?]|$)|assets\/|favicon)/;
const MOST_SOCKETS = 4;
const LIMIT_MS = 15_000;

export interface ForwardTarget {
  /** Address of the server. */
  server: string;
  /** Fingerprint of its certificate on the proved connection; empty: none was made yet. */
  certificate(): string;
}

/** Creates the function that passes the requests of terminals on to the server; it returns false for other requests. */
export function forwardTo({ server, certificate }: ForwardTarget) {
  // The certificate is compared with that of the connection on which the server has proved its key.
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS, rejectUnauthorized: false });
  return (incoming: IncomingMessage, response: ServerResponse): boolean => {
    const path = incoming.url ?? '/';
    if (incoming.method !== 'GET' || !PATHS.test(path)) return false;
    const fail = () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'retry-after': '5' }).end();
    };
    const { range, accept, 'accept-language': language } = incoming.headers;
    const headers = Object.fromEntries(
      Object.entries({ range, accept, 'accept-language': language }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const outgoing = request(new URL(path, server), { agent, headers, timeout: LIMIT_MS }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('socket', (socket) => {
      const check = () => {
        const own = (socket as TLSSocket).getPeerCertificate?.()?.fingerprint256;
        if (own !== certificate()) outgoing.destroy(new Error('the certificate is not that of the server'));
      };
      if (socket.connecting) socket.once('secureConnect', check);
      else check();
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', fail);
    response.on('close', () => outgoing.destroy());
    outgoing.end();
    return true;
  };
}
