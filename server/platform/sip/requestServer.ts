import { Answers } from './answers.ts';
import type { Hop } from './hop.types.ts';
import {
  type Headers,
  headerOf,
  headersOf,
  type SipRequest,
  type SipResponse,
  sequenceOf,
  writeMessage,
} from './sipMessage.ts';
import { branchOf, newTag, tagOf } from './sipTags.ts';

/** Answer to a request; headers of the request are added. */
export interface Reply {
  status: number;
  reason: string;
  headers?: Headers;
  body?: string;
  /** Tag of this side in To; absent: a new one. */
  tag?: string;
}

/** Call from another side, before it is answered. */
export interface ReceivedInvite {
  request: SipRequest;
  from: Hop;
  /** Sends a further answer, after the first one. */
  answer(reply: Reply): void;
}

/** Receiver of calls. Returns the first answer at once, with the function that is called for a CANCEL. */
export type CallTaker = (invite: ReceivedInvite) => { reply: Reply; cancel?: () => void };

/** Receiver of the requests of one dialog. */
export interface Dialog {
  /** Answers a request within the dialog; null: nothing is sent (ACK). */
  request(request: SipRequest, from: Hop): Reply | null;
}

const ALLOW = 'INVITE, ACK, BYE, CANCEL, OPTIONS, INFO';

/** Key of a dialog, with the tag of this side. */
const dialogKey = (callId: string, ownTag: string) => `${callId} ${ownTag}`;
/**
 * Key of a request: a request that comes again has the same one. Call and number are part of it, since there are senders
 * without a branch, or with the same one each time (RFC 4475, 3.2.1 and 3.4.1).
 */
const requestKey = (request: SipRequest, { address, port }: Hop, method = request.method) => {
  const call = `${headerOf(request, 'call-id')} ${sequenceOf(request).number}`;
  return `${address}:${port} ${branchOf(request)} ${call} ${method}`;
};

export interface RequestServerDeps {
  /** Name of this side in User-Agent. */
  name: string;
  /** Receiver of calls; null: none is taken. */
  take: CallTaker | null;
  send(hop: Hop, bytes: Buffer): void;
  refused(address: string, reason: string): void;
}

/** Server side of a user agent: answers requests, and passes those of dialogs and new calls on. */
export class RequestServer {
  readonly #deps: RequestServerDeps;
  readonly #answers = new Answers();
  readonly #cancels = new Map<string, () => void>();
  readonly #dialogs = new Map<string, Dialog>();
  #isClosed = false;

  constructor(deps: RequestServerDeps) {
    this.#deps = deps;
  }

  /** Registers a dialog; see `UserAgent`. */
  addDialog(callId: string, ownTag: string, dialog: Dialog): () => void {
    const key = dialogKey(callId, ownTag);
    this.#dialogs.set(key, dialog);
    return () => this.#dialogs.delete(key);
  }

  /** Answers a request; one that comes again is answered alike. */
  receive(request: SipRequest, from: Hop): void {
    const known = this.#answers.of(requestKey(request, from));
    if (known !== undefined) {
      this.#deps.send(from, known);
      return;
    }
    const reply = this.#replyTo(request, from);
    if (reply !== null && request.method !== 'ACK') this.#reply(request, from, reply);
  }

  #reply(request: SipRequest, from: Hop, reply: Reply): void {
    const answer = writeMessage(this.#answer(request, reply));
    this.#answers.keep(requestKey(request, from), answer);
    this.#deps.send(from, answer);
  }

  #replyTo(request: SipRequest, from: Hop): Reply | null {
    // This side has no extensions, so each that is required is one too many.
    const required = headersOf(request, 'require').join(', ');
    if (required !== '' && request.method !== 'ACK' && request.method !== 'CANCEL')
      return { status: 420, reason: 'Bad Extension', headers: [['Unsupported', required]] };
    const tag = tagOf(headerOf(request, 'to'));
    const dialog = this.#dialogs.get(dialogKey(headerOf(request, 'call-id') ?? '', tag));
    if (dialog !== undefined) return dialog.request(request, from);
    if (request.method === 'ACK') return null;
    const cancel = this.#cancels.get(requestKey(request, from, 'INVITE'));
    if (request.method === 'CANCEL' && cancel !== undefined) {
      cancel();
      return { status: 200, reason: 'OK' };
    }
    if (tag !== '' || request.method === 'CANCEL')
      return { status: 481, reason: 'Call/Transaction Does Not Exist' };
    if (request.method === 'OPTIONS') return { status: 200, reason: 'OK', headers: [['Allow', ALLOW]] };
    if (request.method !== 'INVITE')
      return { status: 405, reason: 'Method Not Allowed', headers: [['Allow', ALLOW]] };
    if (this.#deps.take !== null) return this.#invited(request, from, this.#deps.take);
    this.#deps.refused(from.address, 'a call that nothing here takes');
    return { status: 403, reason: 'Forbidden' };
  }

  #invited(request: SipRequest, from: Hop, take: CallTaker): Reply {
    const key = requestKey(request, from);
    const answer = (reply: Reply) => {
      if (reply.status >= 200) this.#cancels.delete(key);
      if (!this.#isClosed) this.#reply(request, from, reply);
    };
    const { reply, cancel } = take({ request, from, answer });
    if (reply.status < 200 && cancel !== undefined) this.#cancels.set(key, cancel);
    if (reply.status >= 300) this.#deps.refused(from.address, `a call refused with ${reply.status}`);
    return reply;
  }

  #answer(request: SipRequest, reply: Reply): SipResponse {
    const { status, reason, headers = [], body = '', tag = newTag() } = reply;
    const to = headerOf(request, 'to') ?? '';
    return {
      ...{ status, reason, body },
      headers: [
        ...request.headers.filter(([name]) => name === 'via' || name === 'record-route'),
        ['From', headerOf(request, 'from') ?? ''],
        ['To', tagOf(to) === '' && status > 100 ? `${to};tag=${tag}` : to],
        ['Call-ID', headerOf(request, 'call-id') ?? ''],
        ['CSeq', headerOf(request, 'cseq') ?? ''],
        ...headers,
        ['User-Agent', this.#deps.name],
      ],
    };
  }

  close(): void {
    this.#isClosed = true;
  }
}
