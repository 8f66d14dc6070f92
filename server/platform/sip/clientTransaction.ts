import type { Hop } from './hop.types.ts';
import { headerOf, type SipRequest, type SipResponse, writeMessage } from './sipMessage.ts';

/** Timers of RFC 3261, ms: first retransmission, longest interval, and end of a transaction. */
const T1_MS = 500;
const T2_MS = 4_000;
export const TRANSACTION_MS = 64 * T1_MS;

export interface TransactionDeps {
  send(hop: Hop, bytes: Buffer): void;
  /** Called when no message of the transaction can come any more. */
  ended(): void;
}

export interface TransactionOptions {
  /** Time until a first answer, ms; afterwards the response is 408. */
  timeoutMs?: number | undefined;
  /** Called for each response of 100 to 199. */
  provisional?: ((response: SipResponse) => void) | undefined;
  /** Called when a response of 200 to 299 to an INVITE comes again. */
  again?: (() => void) | undefined;
}

/** Response that this side makes when none came. */
export const ownResponse = (status: number, reason: string): SipResponse => ({
  ...{ status, reason },
  headers: [],
  body: '',
});

/** Request that is sent until it is answered (RFC 3261, 17.1). */
export class ClientTransaction {
  readonly response: Promise<SipResponse>;
  readonly #request: SipRequest;
  readonly #hop: Hop;
  readonly #deps: TransactionDeps;
  readonly #options: TransactionOptions;
  #resolve: (response: SipResponse) => void = () => undefined;
  #state: 'calling' | 'proceeding' | 'completed' = 'calling';
  #repeat: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;
  #ack: Buffer | null = null;

  constructor(request: SipRequest, hop: Hop, deps: TransactionDeps, options: TransactionOptions) {
    this.#request = request;
    this.#hop = hop;
    this.#deps = deps;
    this.#options = options;
    this.response = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const bytes = writeMessage(request);
    deps.send(hop, bytes);
    if (hop.protocol === 'udp') this.#repeatAfter(bytes, T1_MS);
    this.#end = setTimeout(
      () => this.#finish(ownResponse(408, 'no answer')),
      options.timeoutMs ?? TRANSACTION_MS,
    );
  }

  get #isInvite(): boolean {
    return this.#request.method === 'INVITE';
  }

  #repeatAfter(bytes: Buffer, waitMs: number): void {
    this.#repeat = setTimeout(() => {
      this.#deps.send(this.#hop, bytes);
      this.#repeatAfter(bytes, this.#isInvite ? waitMs * 2 : Math.min(waitMs * 2, T2_MS));
    }, waitMs);
  }

  /** Takes a response of the other side. */
  receive(response: SipResponse): void {
    if (this.#state === 'completed') {
      if (this.#ack !== null) this.#deps.send(this.#hop, this.#ack);
      else if (this.#isInvite && response.status >= 200 && response.status < 300) this.#options.again?.();
      return;
    }
    if (response.status < 200) {
      if (this.#isInvite) {
        clearTimeout(this.#repeat);
        clearTimeout(this.#end);
      }
      this.#state = 'proceeding';
      this.#options.provisional?.(response);
      return;
    }
    if (this.#isInvite && response.status >= 300) {
      this.#ack = writeMessage(this.#ackOf(response));
      this.#deps.send(this.#hop, this.#ack);
    }
    this.#finish(response, this.#isInvite ? TRANSACTION_MS : 0);
  }

  /** ACK of a refusal: it belongs to the transaction (RFC 3261, 17.1.1.3). */
  #ackOf(response: SipResponse): SipRequest {
    const { uri, headers } = this.#request;
    const kept = ['via', 'from', 'call-id', 'max-forwards', 'route'];
    const { number } = { number: (headerOf(this.#request, 'cseq') ?? '').split(' ')[0] };
    return {
      ...{ method: 'ACK', uri, body: '' },
      headers: [
        ...headers.filter(([name]) => kept.includes(name.toLowerCase())),
        ['To', headerOf(response, 'to') ?? ''],
        ['CSeq', `${number} ACK`],
      ],
    };
  }

  #finish(response: SipResponse, lingerMs = 0): void {
    clearTimeout(this.#repeat);
    clearTimeout(this.#end);
    this.#state = 'completed';
    this.#resolve(response);
    if (lingerMs === 0) this.#deps.ended();
    else this.#end = setTimeout(this.#deps.ended, lingerMs).unref();
  }

  /** Ends it without an answer: the user agent is closed, or a call is given up. */
  abandon(): void {
    if (this.#state !== 'completed') this.#finish(ownResponse(408, 'given up'));
    else clearTimeout(this.#end);
  }
}
