import type { Hop, LocalEnd } from './hop.types.ts';
import type { Reply } from './requestServer.ts';
import {
  type Headers,
  headerOf,
  headersOf,
  type SipRequest,
  type SipResponse,
  sequenceOf,
} from './sipMessage.ts';
import { newTag } from './sipTags.ts';
import { parseNameAddress, parseUri } from './sipUri.ts';
import type { OutgoingRequest, UserAgent } from './userAgent.ts';

/** Both ends of a call, and the way between them (RFC 3261, 12). */
export class CallDialog {
  readonly callId: string;
  readonly tag = newTag();
  /** Value of Contact of this side. */
  readonly contact: string;
  readonly local: LocalEnd;
  /** Value of From of this side, without its tag. */
  readonly #from: string;
  /** Place of the next request. */
  hop: Hop;
  /** Address of the next request. */
  target: string;
  /** Number of the last request of this side. */
  sequence = 0;
  #to: string;
  #routes: string[] = [];
  #remoteSequence = -1;

  /** @param from address of this side, such as `sip:tocsin@10.0.0.2` */
  constructor(uri: string, from: string, hop: Hop, local: LocalEnd, callId: string = newTag()) {
    this.callId = callId;
    this.target = uri;
    this.hop = hop;
    this.local = local;
    this.#to = `<${uri}>`;
    this.#from = `<${from}>`;
    const user = parseUri(from)?.user ?? '';
    const end = `${local.address}:${local.port}${hop.protocol === 'udp' ? '' : `;transport=${hop.protocol}`}`;
    this.contact = `<sip:${user === '' ? '' : `${user}@`}${end}>`;
  }

  /** Both ends of a call that has come: From and To change places, the way of its route is kept. */
  static ofInvite(invite: SipRequest, hop: Hop, local: LocalEnd): CallDialog {
    const own = parseNameAddress(headerOf(invite, 'to') ?? '')?.uri ?? 'sip:anonymous.invalid';
    const peer = parseNameAddress(headersOf(invite, 'contact')[0] ?? '')?.uri ?? '';
    const dialog = new CallDialog(peer, own, hop, local, headerOf(invite, 'call-id') ?? '');
    dialog.#to = headerOf(invite, 'from') ?? '';
    dialog.#routes = headersOf(invite, 'record-route');
    dialog.#remoteSequence = sequenceOf(invite).number;
    return dialog;
  }

  /** Builds a request with the present number. */
  build(method: string, headers: Headers = [], body = ''): OutgoingRequest {
    return {
      ...{ method, uri: this.target, body },
      headers: [
        ...this.#routes.map((route) => ['Route', route] as const),
        ['From', `${this.#from};tag=${this.tag}`],
        ['To', this.#to],
        ['Call-ID', this.callId],
        ['CSeq', `${this.sequence} ${method}`],
        ...headers,
      ],
    };
  }

  /** Builds a request with the next number. */
  next(method: string, headers: Headers = [], body = ''): OutgoingRequest {
    this.sequence++;
    return this.build(method, headers, body);
  }

  /** Takes the other side's end, and the way to it, from its answer. */
  async learn(response: SipResponse, agent: Pick<UserAgent, 'hop'>): Promise<void> {
    this.#to = headerOf(response, 'to') ?? this.#to;
    this.target = parseNameAddress(headersOf(response, 'contact')[0] ?? '')?.uri ?? this.target;
    this.#routes = headersOf(response, 'record-route').reverse();
    const { protocol } = this.hop;
    const first = parseUri(parseNameAddress(this.#routes[0] ?? '')?.uri ?? this.target);
    // A connection is used for all messages of its call.
    if (first === null || protocol !== 'udp') return;
    try {
      this.hop = await agent.hop(protocol, first.host, first.port);
    } catch {
      // A name that this machine does not know: the way of the INVITE remains.
    }
  }

  /** Refusal of a request that does not come from the other side, or is a repetition; null: it does, and is new. */
  refusal(request: SipRequest): Reply | null {
    const from = parseNameAddress(headerOf(request, 'from') ?? '')?.params.get('tag') ?? '';
    const known = parseNameAddress(this.#to)?.params.get('tag');
    if (known === undefined || from !== known)
      return { status: 481, reason: 'Call/Transaction Does Not Exist' };
    const { number } = sequenceOf(request);
    if (number <= this.#remoteSequence) return { status: 500, reason: 'Server Internal Error' };
    this.#remoteSequence = number;
    return null;
  }
}
