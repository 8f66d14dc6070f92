import type { IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import { bindingOf } from '../../../platform/machines/tlsBinding.ts';
import {
  answer,
  EXPORT_LABEL,
  isPartner,
  makeHello,
  type Presence,
  type Purpose,
  type RefusalReason,
  type Welcome,
} from './handshake.ts';
import type { PairRecord } from './pairRecord.ts';

/** Path of the sockets between two machines. */
export const PAIR_PATH = '/v1/pair/link';
/** Time limit for connection and handshake, ms. */
const LIMIT_MS = 5_000;

/** Refusal by the partner, or of a machine that is not the partner. */
export class PairRefused extends Error {
  readonly reason: RefusalReason | 'other_machine';
  constructor(reason: RefusalReason | 'other_machine') {
    super(`the partner refuses the connection: ${reason}`);
    this.reason = reason;
  }
}

export interface Dialled {
  socket: WebSocket;
  welcome: Welcome;
}

export interface DialOptions {
  pair: PairRecord;
  presence: Presence;
  purpose: Purpose;
  /** Digits of the one-time token, when the machine joins. */
  token?: string | null;
}

/** Exported key of a connection between two machines of a pair, base64; null: the connection is not TLS. */
export const pairBinding = (socket: unknown) => bindingOf(socket, EXPORT_LABEL);

export const textOf = (data: RawData): unknown => {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
};

/**
 * Opens a connection to the partner and does the handshake. The caller speaks next.
 *
 * @param url its address, `https://host:port`
 * @throws PairRefused, or the error of the connection
 */
export function dial(url: string, { pair, presence, purpose, token = null }: DialOptions): Promise<Dialled> {
  const socket = new WebSocket(new URL(PAIR_PATH, url.replace(/^http/, 'ws')), {
    // The handshake proves the partner, also with a self-signed or a renewed certificate.
    rejectUnauthorized: false,
    perMessageDeflate: false,
    handshakeTimeout: LIMIT_MS,
  });
  return new Promise<Dialled>((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.on('error', () => {});
      socket.terminate();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error('the partner does not answer')), LIMIT_MS);
    let binding: string | null = null;
    socket.once('upgrade', (response: IncomingMessage) => {
      binding = pairBinding(response.socket);
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the partner has closed the connection')));
    socket.once('open', () => {
      if (binding === null) return fail(new PairRefused('plain'));
      const bound = binding;
      const opening = makeHello(bound, { pair, presence, purpose, token });
      socket.once('message', (data) => {
        const read = answer.safeParse(textOf(data));
        if (!read.success) return fail(new PairRefused('version'));
        if (read.data.type === 'refused') return fail(new PairRefused(read.data.reason));
        if (!isPartner(bound, opening, read.data, { partner: pair.partner, token }))
          return fail(new PairRefused('other_machine'));
        clearTimeout(timer);
        socket.removeAllListeners('close');
        socket.off('error', fail);
        // Every user of the socket also hears `close`, which follows.
        socket.on('error', () => {});
        resolve({ socket, welcome: read.data });
      });
      socket.send(JSON.stringify(opening));
    });
  });
}
