import { createHash } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { MAX_MESSAGE_BYTES } from '../../contract/protocol/frames.ts';
import { httpsNeeded } from '../protocol/httpsNeeded.ts';
import type { Open } from '../protocol/link.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Address of the terminal socket of a server given as http(s)://host[:port] or ws(s)://…; throws for an invalid
 * address.
 */
export function socketUrl(server: string): URL {
  const url = new URL('/v1/terminal', server.replace(/^http/, 'ws'));
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw new Error(`not a server address: ${server}`);
  return url;
}

/** Servers that a terminal trusts: any with `insecure`, or exactly one by the key of its certificate. */
export interface Trust {
  /** Accepts self-signed certificates of other machines too. */
  insecure: boolean;
  /** SHA-256 of the public key of the server's certificate, hexadecimal; undefined: not pinned. */
  pin?: string | undefined;
}

/** Counters of received messages and bytes. */
export interface Traffic {
  messages: number;
  bytes: number;
}

/** Tells whether a self-signed certificate is accepted. */
export function mayTrust(url: URL, { insecure, pin }: Trust): boolean {
  return insecure || pin !== undefined || LOOPBACK.has(url.hostname);
}

/** Ends a request; with a pin only once the server has proved that it has the pinned key, before anything is sent. */
export function endPinned(request: ClientRequest, pin: string | undefined): void {
  if (pin === undefined) {
    request.end();
    return;
  }
  request.once('socket', (socket) => {
    const refuse = () => request.destroy(new Error('the server does not have the pinned key'));
    if (!(socket instanceof TLSSocket)) return refuse();
    socket.once('secureConnect', () => {
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
      if (key !== undefined && createHash('sha256').update(key).digest('hex') === pin) request.end();
      else refuse();
    });
  });
}

/**
 * Connections by `ws` to the current server. Self-signed certificates are accepted from this machine, and from others
 * only with `insecure` or the pinned key.
 */
export function wireTo(server: () => string, trust: Trust, traffic: Traffic): Open {
  return (events, introduction) => {
    const url = socketUrl(server());
    url.search = introduction;
    const rejectUnauthorized = !mayTrust(url, trust);
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      rejectUnauthorized,
      finishRequest: (request) => endPinned(request, trust.pin),
    });
    socket.on('open', () => events.opened());
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      traffic.messages++;
      traffic.bytes += data.length;
      if (isBinary) events.binary(data);
      else events.text(data.toString('utf8'));
    });
    socket.on('unexpected-response', async (_request, answer: IncomingMessage) => {
      const refusal = httpsNeeded(await text(answer).catch(() => ''));
      if (refusal !== null) events.text(JSON.stringify(refusal));
      // Emits 'close'.
      socket.terminate();
    });
    socket.on('close', () => events.closed());
    // Errors are handled by 'close', which follows.
    socket.on('error', () => {});
    return {
      send: (data) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(data);
      },
      close: () => (socket.readyState === WebSocket.OPEN ? socket.close() : socket.terminate()),
    };
  };
}
