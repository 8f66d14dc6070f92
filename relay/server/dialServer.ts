import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import {
  MAX_RELAY_BYTES,
  RELAY_LABEL,
  RELAY_PATH,
  type RelayAnswer,
  type RelayRefusal,
  relayAnswer,
} from '../../contract/protocol/relayLink.ts';
import { serverVersion } from '../../server/platform/config/version.ts';
import { bindingOf } from '../../server/platform/machines/tlsBinding.ts';
import { isOwnServer, isProvenWithdrawal, makeRelayHello } from '../../server/site/relays/handshake.ts';

/** Time limit for connection and handshake, ms. */
const LIMIT_MS = 5_000;

/** Refusal by the server, or of a machine that is not the server. */
export class RelayRefused extends Error {
  readonly reason: RelayRefusal | 'other_machine';
  /** True: the server has proved with its key that this relay was withdrawn. */
  readonly isFinal: boolean;
  constructor(reason: RelayRefusal | 'other_machine', isFinal = false) {
    super(sentences[reason]);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

const sentences = {
  token: 'the token is wrong, was used or has expired. Create another one in its console.',
  withdrawn: 'this relay was withdrawn there, or is not known. Join it anew with a new token.',
  plain: 'a proxy in between ends the encryption. Use the address of the server itself.',
  version: 'its program has another version of the relay protocol. Install the same version on both.',
  busy: 'it cannot store that the relay joins at the moment.',
  other_machine: 'the answer is not of the server that this relay has joined: somebody may be in between.',
} as const satisfies Record<RelayRefusal | 'other_machine', string>;

export interface DialledServer {
  socket: WebSocket;
  welcome: Extract<RelayAnswer, { type: 'welcome' }>;
  /** Fingerprint of the certificate of this proved connection, for requests over other ones. */
  certificate: string;
}

export interface DialOptions {
  privateKey: string;
  /** Key of the server; null: the relay joins. */
  serverKey: string | null;
  /** Digits of the one-time token, when it joins. */
  token: string | null;
}

/**
 * Opens the connection to the server and does the handshake.
 *
 * @param url its address, `https://host:port`
 * @throws RelayRefused, or the error of the connection
 */
export function dialServer(
  url: string,
  { privateKey, serverKey, token }: DialOptions,
): Promise<DialledServer> {
  const socket = new WebSocket(new URL(RELAY_PATH, url.replace(/^http/, 'ws')), {
    // The handshake proves the server, also with a self-signed or a renewed certificate.
    rejectUnauthorized: false,
    perMessageDeflate: false,
    handshakeTimeout: LIMIT_MS,
    maxPayload: MAX_RELAY_BYTES,
  });
  return new Promise<DialledServer>((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.on('error', () => {});
      socket.terminate();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error('the server does not answer')), LIMIT_MS);
    let binding: string | null = null;
    let certificate = '';
    socket.once('upgrade', (response: IncomingMessage) => {
      binding = bindingOf(response.socket, RELAY_LABEL);
      const own = (response.socket as TLSSocket).getPeerCertificate?.();
      if (own?.raw !== undefined) certificate = new X509Certificate(own.raw).fingerprint256;
    });
    socket.once('error', fail);
    const closed = () => fail(new Error('the server has closed the connection'));
    socket.once('close', closed);
    socket.once('open', () => {
      if (binding === null) return fail(new RelayRefused('plain'));
      const bound = binding;
      const opening = makeRelayHello(bound, { privateKey, version: serverVersion, token });
      socket.once('message', (data) => {
        const read = relayAnswer.safeParse(jsonOf(String(data)));
        if (!read.success) return fail(new RelayRefused('version'));
        if (read.data.type === 'refused') {
          const { reason, proof } = read.data;
          const isFinal = reason === 'withdrawn' && isProvenWithdrawal(bound, opening, { proof, serverKey });
          return fail(new RelayRefused(reason, isFinal));
        }
        if (!isOwnServer(bound, opening, read.data, { serverKey, token }))
          return fail(new RelayRefused('other_machine'));
        clearTimeout(timer);
        socket.off('close', closed);
        socket.off('error', fail);
        // `close` follows.
        socket.on('error', () => {});
        resolve({ socket, welcome: read.data, certificate });
      });
      socket.send(JSON.stringify(opening));
    });
  });
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
