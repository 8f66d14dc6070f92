import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { ClientTransaction, ownResponse, type TransactionOptions } from './clientTransaction.ts';
import { type GuardLog, PeerGuard } from './peerGuard.ts';
import {
  type Headers,
  headerOf,
  headersOf,
  parseMessage,
  type SipRequest,
  type SipResponse,
  writeMessage,
} from './sipMessage.ts';
import { type Hop, type LocalEnd, type SipProtocol, SipSockets } from './sipSockets.ts';

/** Answer to a request; headers of the request are added. */
export interface Reply {
  status: number;
  reason: string;
  headers?: Headers;
  body?: string;
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

/** Receiver of the requests of one dialog. */
export interface Dialog {
  /** Answers a request within the dialog; null: nothing is sent (ACK). */
  request(request: SipRequest, from: Hop): Reply | null;
}

/** Requests whose answers are kept to be sent again. */
const MAX_ANSWERED = 2_000;
const ANSWERED_MS = 32_000;
const ALLOW = 'INVITE, ACK, BYE, CANCEL, OPTIONS';
const defaultPorts: Record<SipProtocol, number> = { udp: 5060, tcp: 5060, tls: 5061 };

export const newTag = () => randomBytes(8).toString('hex');

const branchOf = (message: SipRequest | SipResponse) =>
  /;\s*branch\s*=\s*([^\s;,]+)/i.exec(headersOf(message, 'via')[0] ?? '')?.[1] ?? '';
const tagOf = (value: string | undefined) =>
  /;\s*tag\s*=\s*([^\s;,>]+)\s*(?:;|$)/i.exec(value ?? '')?.[1] ?? '';
/** Key of a dialog, with the tag of this side. */
const dialogKey = (callId: string, ownTag: string) => `${callId} ${ownTag}`;

/** SIP user agent: sends requests, and answers those that come from addresses that it talks to. */
export class UserAgent {
  readonly #name: string;
  readonly #guard: PeerGuard;
  readonly #sockets: SipSockets;
  readonly #sent = new Map<string, ClientTransaction>();
  readonly #answered = new Map<string, Buffer>();
  readonly #dialogs = new Map<string, Dialog>();
  #isClosed = false;

  constructor({ port, name, log }: { port: number; name: string; log: GuardLog }) {
    this.#name = name;
    this.#guard = new PeerGuard(log);
    this.#sockets = new SipSockets(
      port,
      (bytes, from) => this.#receive(bytes, from),
      ({ address }, error) => this.#guard.refuse(address, error.message),
    );
  }

  /**
   * Finds the place of a host, and accepts what comes from there.
   * @throws the error of the system
   */
  async hop(protocol: SipProtocol, host: string, port: number | null): Promise<Hop> {
    const { address } = await lookup(host, { family: 4 });
    this.#guard.allow(address);
    return { protocol, address, port: port ?? defaultPorts[protocol] };
  }

  /** Opens the way to a hop, and tells its local end. */
  open(hop: Hop): Promise<LocalEnd> {
    return this.#sockets.open(hop);
  }

  /** Registers a dialog of this side, so that requests within it reach it. Returns the function that removes it. */
  addDialog(callId: string, ownTag: string, dialog: Dialog): () => void {
    const key = dialogKey(callId, ownTag);
    this.#dialogs.set(key, dialog);
    return () => this.#dialogs.delete(key);
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
      if ('method' in message) this.#request(message, from);
      else {
        const method = (headerOf(message, 'cseq') ?? '').split(/\s+/)[1] ?? '';
        this.#sent.get(`${branchOf(message)} ${method}`)?.receive(message);
      }
    } catch (error) {
      this.#guard.refuse(from.address, error instanceof Error ? error.message : 'malformed');
    }
  }

  #request(request: SipRequest, from: Hop): void {
    const key = `${from.address}:${from.port} ${branchOf(request)} ${request.method}`;
    const known = this.#answered.get(key);
    if (known !== undefined) {
      this.#sockets.send(from, known);
      return;
    }
    const reply = this.#replyTo(request, from);
    if (reply === null || request.method === 'ACK') return;
    const answer = writeMessage(this.#answer(request, reply));
    const [oldest] = this.#answered.keys();
    if (this.#answered.size >= MAX_ANSWERED && oldest !== undefined) this.#answered.delete(oldest);
    this.#answered.set(key, answer);
    setTimeout(() => this.#answered.delete(key), ANSWERED_MS).unref();
    this.#sockets.send(from, answer);
  }

  #replyTo(request: SipRequest, from: Hop): Reply | null {
    const tag = tagOf(headerOf(request, 'to'));
    const dialog = this.#dialogs.get(dialogKey(headerOf(request, 'call-id') ?? '', tag));
    if (dialog !== undefined) return dialog.request(request, from);
    if (request.method === 'ACK') return null;
    if (tag !== '' || request.method === 'CANCEL')
      return { status: 481, reason: 'Call/Transaction Does Not Exist' };
    if (request.method === 'OPTIONS') return { status: 200, reason: 'OK', headers: [['Allow', ALLOW]] };
    if (request.method !== 'INVITE')
      return { status: 405, reason: 'Method Not Allowed', headers: [['Allow', ALLOW]] };
    this.#guard.refuse(from.address, 'a call that nothing here takes');
    return { status: 403, reason: 'Forbidden' };
  }

  #answer(request: SipRequest, { status, reason, headers = [], body = '' }: Reply): SipResponse {
    const to = headerOf(request, 'to') ?? '';
    return {
      ...{ status, reason, body },
      headers: [
        ...request.headers.filter(([name]) => name === 'via' || name === 'record-route'),
        ['From', headerOf(request, 'from') ?? ''],
        ['To', tagOf(to) === '' ? `${to};tag=${newTag()}` : to],
        ['Call-ID', headerOf(request, 'call-id') ?? ''],
        ['CSeq', headerOf(request, 'cseq') ?? ''],
        ...headers,
        ['User-Agent', this.#name],
      ],
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const one of this.#sent.values()) one.abandon();
    this.#sockets.close();
  }
}
