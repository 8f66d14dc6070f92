import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
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

/** Counters of received messages and bytes. */
export interface Traffic {
  messages: number;
  bytes: number;
}

/** Tells whether a self-signed certificate is accepted. */
export function mayTrust(url: URL, insecure: boolean): boolean {
  return insecure || LOOPBACK.has(url.hostname);
}

/**
 * Connections by `ws` to the current server. Self-signed certificates are accepted from this machine, and from others
 * only with `insecure`.
 */
export function wireTo(server: () => string, insecure: boolean, traffic: Traffic): Open {
  return (events, introduction) => {
    const url = socketUrl(server());
    url.search = introduction;
    const rejectUnauthorized = !mayTrust(url, insecure);
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      rejectUnauthorized,
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
