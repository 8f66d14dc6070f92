import { authorization, bestChallenge, type Credentials } from './digest.ts';
import { type AcceptedSound, acceptedSound, type OfferedFormat } from './sdp.ts';
import {
  type Headers,
  headerOf,
  headersOf,
  type SipRequest,
  type SipResponse,
  sequenceOf,
} from './sipMessage.ts';
import type { Hop, LocalEnd } from './sipSockets.ts';
import { parseNameAddress, parseUri } from './sipUri.ts';
import { newTag, type OutgoingRequest, type Reply, type UserAgent } from './userAgent.ts';

/** State of a call. `refused`: it was never answered; `lost`: the other side ended it, or no longer knows it. */
export type CallState =
  | { kind: 'calling' | 'ringing' | 'closed' }
  | { kind: 'answered'; sound: AcceptedSound }
  | { kind: 'refused' | 'lost'; status: number; reason: string };

export interface CallSettings {
  uri: string;
  hop: Hop;
  local: LocalEnd;
  /** Address of this side, such as `sip:tocsin@10.0.0.2`. */
  from: string;
  /** Headers that ask for an answer at once. */
  headers: Headers;
  formats: readonly OfferedFormat[];
  /** Description of the own sound. */
  offer: string;
  credentials: Credentials | null;
  /** Time for which it rings at most, ms. */
  ringMs: number;
  /** Interval at which the other side is asked whether it still knows the call, ms. */
  refreshMs: number;
}

const OK = { status: 200, reason: 'OK' };
const lost = (status: number) => status === 408 || status === 481 || status === 503;

/** Call from this side to another, with one stream of sound (RFC 3261, 12 to 15). */
export class OutgoingCall {
  readonly #agent: UserAgent;
  readonly #settings: CallSettings;
  readonly #changed: (state: CallState) => void;
  readonly #callId = newTag();
  readonly #tag = newTag();
  readonly #contact: string;
  readonly #removeDialog: () => void;
  #sequence = 0;
  #remoteSequence = -1;
  #to: string;
  #target: string;
  #hop: Hop;
  #routes: string[] = [];
  #state: CallState = { kind: 'calling' };
  #branch = '';
  #hasProvisional = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param changed called with each new state */
  constructor(agent: UserAgent, settings: CallSettings, changed: (state: CallState) => void) {
    const { hop, local } = settings;
    this.#agent = agent;
    this.#settings = settings;
    this.#changed = changed;
    this.#target = settings.uri;
    this.#hop = hop;
    this.#to = `<${settings.uri}>`;
    const user = parseUri(settings.from)?.user ?? '';
    const end = `${local.address}:${local.port}${hop.protocol === 'udp' ? '' : `;transport=${hop.protocol}`}`;
    this.#contact = `<sip:${user === '' ? '' : `${user}@`}${end}>`;
    this.#removeDialog = agent.addDialog(this.#callId, this.#tag, { request: (one) => this.#receive(one) });
    this.#timer = setTimeout(() => this.#rangTooLong(), settings.ringMs);
    void this.#invite([]);
  }

  get state(): CallState {
    return this.#state;
  }

  #build(method: string, sequence: number, headers: Headers, body = ''): OutgoingRequest {
    return {
      ...{ method, uri: this.#target, body },
      headers: [
        ...this.#routes.map((route) => ['Route', route] as const),
        ['From', `<${this.#settings.from}>;tag=${this.#tag}`],
        ['To', this.#to],
        ['Call-ID', this.#callId],
        ['CSeq', `${sequence} ${method}`],
        ...headers,
      ],
    };
  }

  #inviteRequest(more: Headers): OutgoingRequest {
    return this.#build(
      'INVITE',
      ++this.#sequence,
      [
        ['Contact', this.#contact],
        ['Allow', 'INVITE, ACK, BYE, CANCEL, OPTIONS'],
        ['Content-Type', 'application/sdp'],
        ...more,
      ],
      this.#settings.offer,
    );
  }

  async #invite(more: Headers): Promise<void> {
    const { credentials, headers, local } = this.#settings;
    const sent = this.#agent.send(this.#inviteRequest([...headers, ...more]), this.#hop, local, {
      provisional: ({ status }) => {
        this.#hasProvisional = true;
        if (this.#state.kind === 'closed') this.#cancel();
        else if (status >= 180 && this.#state.kind === 'calling') this.#set({ kind: 'ringing' });
      },
      again: () => this.#acknowledge(),
    });
    this.#branch = sent.branch;
    const response = await sent.response;
    const { status, reason } = response;
    if (status >= 200 && status < 300) return this.#answered(response);
    const isAsked = status === 401 || status === 407;
    if (isAsked && credentials !== null && more.length === 0 && this.#state.kind !== 'closed') {
      const challenge = bestChallenge(this.#challenges(response));
      if (challenge !== null) {
        const value = authorization(challenge, credentials, { method: 'INVITE', uri: this.#target });
        return this.#invite([[status === 401 ? 'Authorization' : 'Proxy-Authorization', value]]);
      }
    }
    this.#end({ kind: 'refused', status, reason });
  }

  /** Challenges of a response: their commas do not separate headers. */
  #challenges({ headers }: SipResponse): string[] {
    return headers
      .filter(([name]) => name === 'www-authenticate' || name === 'proxy-authenticate')
      .map(([, value]) => value);
  }

  async #answered(response: SipResponse): Promise<void> {
    clearTimeout(this.#timer);
    this.#to = headerOf(response, 'to') ?? this.#to;
    this.#target = parseNameAddress(headersOf(response, 'contact')[0] ?? '')?.uri ?? this.#target;
    this.#routes = headersOf(response, 'record-route').reverse();
    await this.#findHop();
    this.#acknowledge();
    const sound = acceptedSound(response.body, this.#settings.formats);
    if (this.#state.kind === 'closed' || sound === null) {
      this.#bye();
      this.#end({ kind: 'refused', status: 488, reason: 'no common codec' });
      return;
    }
    this.#set({ kind: 'answered', sound });
    this.#refreshLater();
  }

  /** Place of the next requests: the first proxy that wants them, otherwise the other side itself. */
  async #findHop(): Promise<void> {
    const { protocol } = this.#hop;
    const first = parseUri(parseNameAddress(this.#routes[0] ?? '')?.uri ?? this.#target);
    // A connection is used for all messages of its call.
    if (first === null || protocol !== 'udp') return;
    try {
      this.#hop = await this.#agent.hop(protocol, first.host, first.port);
    } catch {
      // A name that this machine does not know: the way of the INVITE remains.
    }
  }

  #acknowledge(): void {
    this.#agent.sendOnce(this.#build('ACK', this.#sequence, []), this.#hop, this.#settings.local);
  }

  #refreshLater(): void {
    this.#timer = setTimeout(() => void this.#refresh(), this.#settings.refreshMs);
  }

  /** Asks the other side whether it still knows the call: one that was restarted does not. */
  async #refresh(): Promise<void> {
    const { response } = this.#agent.send(this.#inviteRequest([]), this.#hop, this.#settings.local, {
      timeoutMs: this.#settings.refreshMs,
      again: () => this.#acknowledge(),
    });
    const { status, reason } = await response;
    if (this.#state.kind !== 'answered') return;
    if (status >= 200 && status < 300) this.#acknowledge();
    if (lost(status)) this.#end({ kind: 'lost', status, reason });
    else this.#refreshLater();
  }

  #rangTooLong(): void {
    if (this.#hasProvisional) this.#cancel();
    this.#end({ kind: 'refused', status: 408, reason: 'no answer' });
  }

  #cancel(): void {
    const cancel = this.#build('CANCEL', this.#sequence, []);
    this.#agent.send(cancel, this.#hop, this.#settings.local, { branch: this.#branch });
  }

  #bye(): void {
    this.#agent.send(this.#build('BYE', ++this.#sequence, []), this.#hop, this.#settings.local);
  }

  /** Ends the call from this side. */
  hangUp(): void {
    const { kind } = this.#state;
    if (kind === 'answered') this.#bye();
    else if ((kind === 'calling' || kind === 'ringing') && this.#hasProvisional) this.#cancel();
    this.#end({ kind: 'closed' });
  }

  #receive(request: SipRequest): Reply | null {
    const from = parseNameAddress(headerOf(request, 'from') ?? '')?.params.get('tag') ?? '';
    const known = parseNameAddress(this.#to)?.params.get('tag');
    const { number } = sequenceOf(request);
    if (request.method === 'ACK') return null;
    // Who does not know the tag of the other side is not the other side.
    if (known === undefined || from !== known)
      return { status: 481, reason: 'Call/Transaction Does Not Exist' };
    if (number <= this.#remoteSequence) return { status: 500, reason: 'Server Internal Error' };
    this.#remoteSequence = number;
    if (request.method === 'BYE') {
      this.#end({ kind: 'lost', status: 200, reason: 'ended by the other side' });
      return OK;
    }
    if (request.method === 'INVITE') return this.#changedSound(request);
    return OK;
  }

  #changedSound(request: SipRequest): Reply {
    const { offer, formats } = this.#settings;
    const sound = request.body === '' ? null : acceptedSound(request.body, formats);
    if (request.body !== '' && sound === null) return { status: 488, reason: 'Not Acceptable Here' };
    if (sound !== null) this.#set({ kind: 'answered', sound });
    const headers = [
      ['Contact', this.#contact],
      ['Content-Type', 'application/sdp'],
    ] as const;
    return { ...OK, headers, body: offer };
  }

  #set(state: CallState): void {
    this.#state = state;
    this.#changed(state);
  }

  #end(state: CallState): void {
    clearTimeout(this.#timer);
    this.#removeDialog();
    const { kind } = this.#state;
    if (kind === 'closed' || kind === 'refused' || kind === 'lost') return;
    this.#set(state);
  }
}
