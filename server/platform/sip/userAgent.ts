import { lookup } from 'node:dns/promises';
import type { TlsPeer } from '../connect/tlsPeer.ts';
import { ClientTransaction, ownResponse, type TransactionOptions } from './clientTransaction.ts';
import type { Hop, LocalEnd, SipProtocol } from './hop.types.ts';
import { type GuardLog, PeerGuard } from './peerGuard.ts';
import { type CallTaker, type Dialog, RequestServer } from './requestServer.ts';
import { servicesOf } from './services.ts';
import {
  type Headers,
  headerOf,
  parseMessage,
  type SipRequest,
  type SipResponse,
  writeMessage,
} from './sipMessage.ts';
import { SipSockets } from './sipSockets.ts';
import type { OwnCertificate } from './sipStreams.ts';
import { branchOf, newTag } from './sipTags.ts';

/** Domain or host that takes SIP. */
export interface SipDomain {
  protocol: SipProtocol;
  host: string;
  port: number | null;
  /** SHA-256 fingerprint of its certificate for TLS, hexadecimal; empty: one of a known authority. */
  certificate: string;
}

/** Request as it is sent: the user agent adds Via, Max-Forwards and User-Agent. */
export interface OutgoingRequest {
  method: string;
  uri: string;
  headers: Headers;
  body?: string;
}

export interface SentRequest {
  branch: string;
  response: Promise<SipResponse>;
}

const defaultPorts: Record<SipProtocol, number> = { udp: 5060, tcp: 5060, tls: 5061 };

/** SIP user agent: sends requests, and answers those that come from addresses that it talks to. */
export class UserAgent {
  readonly #name: string;
  readonly #guard: PeerGuard;
  readonly #sockets: SipSockets;
  readonly #sent = new Map<string, ClientTransaction>();
  readonly #requests: RequestServer;
  #isClosed = false;

  /** @param take receiver of calls; absent: none is taken */
  constructor({ port, name, log, take }: { port: number; name: string; log: GuardLog; take?: CallTaker }) {
    this.#name = name;
    this.#guard = new PeerGuard(log);
    this.#requests = new RequestServer({
      name,
      take: take ?? null,
      send: (hop, bytes) => this.#sockets.send(hop, bytes),
      refused: (address, reason) => this.#guard.refuse(address, reason),
    });
    this.#sockets = new SipSockets(port, {
      received: (bytes, from) => this.#receive(bytes, from),
      failed: ({ address }, error) => this.#guard.refuse(address, error.message),
      admits: (address) => this.#guard.admits(address),
    });
  }

  /**
   * Finds the place of a host, and accepts what comes from there.
   *
   * @param peer name and certificate that are expected by TLS; absent: a certificate of a known authority for the host
   * @throws the error of the system
   */
  async hop(
    protocol: SipProtocol,
    host: string,
    port: number | null,
    peer: TlsPeer = { host, certificate: '' },
  ): Promise<Hop> {
    const { address } = await lookup(host, { family: 4 });
    this.#guard.allow(address);
    return { protocol, address, port: port ?? defaultPorts[protocol], peer };
  }

  /**
   * Finds the place of a domain by its SRV records, or of a host.
   *
   * @param turn number of attempts that have failed: each takes the next of its hosts
   * @throws the error of the system
   */
  async service({ protocol, host, port, certificate }: SipDomain, turn = 0): Promise<Hop> {
    const found = await servicesOf(protocol, { host, port });
    const one = found[turn % found.length] ?? { host, port };
    // The certificate is for the domain (RFC 5922), because records of names can be forged.
    return this.hop(protocol, one.host, one.port, { host, certificate });
  }

  /** Takes TLS connections from the allowed addresses; see `SipStreams`. @throws the error of the system */
  listen(port: number, certificate: () => Promise<OwnCertificate>): Promise<void> {
    return this.#sockets.listen(port, certificate);
  }

  stopListening(): void {
    this.#sockets.stopListening();
  }

  /** Accepts messages from an address from now on. */
  allow(address: string): void {
    this.#guard.allow(address);
  }

  /** Opens the way to a hop, and tells its local end. */
  open(hop: Hop): Promise<LocalEnd> {
    return this.#sockets.open(hop);
  }

  /** Registers a dialog of this side, so that requests within it reach it. Returns the function that removes it. */
  addDialog(callId: string, ownTag: string, dialog: Dialog): () => void {
    return this.#requests.addDialog(callId, ownTag, dialog);
  }

  #complete(request: OutgoingRequest, hop: Hop, local: LocalEnd, branch: string): SipRequest {
    const via = `SIP/2.0/${hop.protocol.toUpperCase()} ${local.address}:${local.port};rport;branch=${branch}`;
    return {
      ...{ method: request.method, uri: request.uri, body: request.body ?? '' },
      headers: [['Via', via], ['Max-Forwards', '70'], ...request.headers, ['User-Agent', this.#name]],
    };
  }

  /** Sends a request until it is answered; without an answer its response is 408, or 503. */
  send(
    request: OutgoingRequest,
    hop: Hop,
    local: LocalEnd,
    { branch = `z9hG4bK${newTag()}`, ...options }: TransactionOptions & { branch?: string } = {},
  ): SentRequest {
    if (this.#isClosed) return { branch, response: Promise.resolve(ownResponse(503, 'closed')) };
    const key = `${branch} ${request.method}`;
    const transaction = new ClientTransaction(
      this.#complete(request, hop, local, branch),
      hop,
      { send: (to, bytes) => this.#sockets.send(to, bytes), ended: () => this.#sent.delete(key) },
      options,
    );
    this.#sent.set(key, transaction);
    return { branch, response: transaction.response };
  }

  /** Sends a request that has no answer: the ACK of a call. */
  sendOnce(request: OutgoingRequest, hop: Hop, local: LocalEnd): void {
    this.#sockets.send(hop, writeMessage(this.#complete(request, hop, local, `z9hG4bK${newTag()}`)));
  }

  #receive(bytes: Buffer, from: Hop): void {
    if (!this.#guard.admits(from.address) || bytes.length <= 4) return;
    try {
      const message = parseMessage(bytes);
      if ('method' in message) this.#requests.receive(message, from);
      else {
        const method = (headerOf(message, 'cseq') ?? '').split(/\s+/)[1] ?? '';
        this.#sent.get(`${branchOf(message)} ${method}`)?.receive(message);
      }
    } catch (error) {
      this.#guard.refuse(from.address, error instanceof Error ? error.message : 'malformed');
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#requests.close();
    for (const one of this.#sent.values()) one.abandon();
    this.#sockets.close();
  }
}
