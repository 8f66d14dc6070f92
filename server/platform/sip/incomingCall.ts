import { CallDialog } from './callDialog.ts';
import type { LocalEnd } from './hop.types.ts';
import type { ReceivedInvite, Reply } from './requestServer.ts';
import { newMaster } from './sdes.ts';
import { type AcceptedSound, acceptedSound, type OfferedFormat, writeSdp } from './sdp.ts';
import { headerOf, type SipRequest } from './sipMessage.ts';
import { parseNameAddress, parseUri } from './sipUri.ts';
import type { UserAgent } from './userAgent.ts';

/** Times of RFC 3261, 13.3.1.4, ms: an answer is sent again until it is acknowledged. */
const FIRST_MS = 500;
const LONGEST_MS = 4_000;
const GIVEN_UP_MS = 32_000;
/** Time within which the other side has to answer a question, ms. */
const ANSWER_MS = 10_000;

export interface IncomingEvents {
  /** Called with each digit that comes in a message instead of the sound. */
  digit(digit: string): void;
  /** Called when the other side sends its sound elsewhere. */
  sound(sound: AcceptedSound): void;
  /** Called once: the other side has hung up, or has gone. */
  ended(): void;
}

const OK = { status: 200, reason: 'OK' };

/** Number or name of an address: its part before the host. */
const userOf = (uri: string) => parseUri(uri)?.user ?? '';

/** Number that a call dials, and the one that it gives as its own. */
export function partiesOf(invite: SipRequest): { dialled: string; caller: string } {
  const from = parseNameAddress(headerOf(invite, 'from') ?? '');
  return { dialled: userOf(invite.uri), caller: userOf(from?.uri ?? '') };
}

/** Call from another side that is answered by this one (RFC 3261, 13.3 and 15). */
export class IncomingCall {
  /** Sound that the other side offers. */
  sound: AcceptedSound;
  readonly #agent: UserAgent;
  readonly #invite: ReceivedInvite;
  readonly #local: LocalEnd;
  readonly #formats: readonly OfferedFormat[];
  readonly #events: IncomingEvents;
  readonly #dialog: CallDialog;
  readonly #removeDialog: () => void;
  #answer = '';
  #port = 0;
  #packetMs = 0;
  /** Key of the sound that this side sends; null: not encrypted. */
  readonly master: Uint8Array | null;
  #state: 'new' | 'answered' | 'ended' = 'new';
  #timer: NodeJS.Timeout | undefined;

  /** @param sound what the other side offers, of these formats */
  constructor(
    agent: UserAgent,
    invite: ReceivedInvite,
    { local, sound, formats }: { local: LocalEnd; sound: AcceptedSound; formats: readonly OfferedFormat[] },
    events: IncomingEvents,
  ) {
    this.#agent = agent;
    this.#invite = invite;
    this.#local = local;
    this.sound = sound;
    this.master = sound.crypto === null ? null : newMaster();
    this.#formats = formats;
    this.#events = events;
    this.#dialog = CallDialog.ofInvite(invite.request, invite.from, local);
    const { callId, tag } = this.#dialog;
    this.#removeDialog = agent.addDialog(callId, tag, { request: (one) => this.#receive(one) });
  }

  /** Tells if it is over, answered or not. */
  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Answers it. @param port UDP port at which this side hears */
  accept(port: number, packetMs: number): void {
    if (this.#state !== 'new') return;
    this.#state = 'answered';
    this.#port = port;
    this.#packetMs = packetMs;
    this.#describe();
    this.#sendAnswer(FIRST_MS, GIVEN_UP_MS);
  }

  /** Writes the description of the own sound, which answers that of the other side. */
  #describe(): void {
    const { payloadType, format, eventType, crypto } = this.sound;
    this.#answer = writeSdp({
      ...{ address: this.#local.address, port: this.#port, session: Math.floor(Date.now() / 1000) },
      ...{ formats: [{ ...format, payloadType }], packetMs: this.#packetMs, eventType },
      crypto: crypto && this.master && { tag: crypto.tag, master: this.master },
    });
  }

  #okay(): Reply {
    const headers = [
      ['Contact', this.#dialog.contact],
      ['Allow', 'INVITE, ACK, BYE, CANCEL, OPTIONS, INFO'],
      ['Content-Type', 'application/sdp'],
    ] as const;
    return { ...OK, headers, body: this.#answer, tag: this.#dialog.tag };
  }

  #sendAnswer(waitMs: number, leftMs: number): void {
    if (leftMs <= 0) {
      this.hangUp();
      return;
    }
    this.#invite.answer(this.#okay());
    this.#timer = setTimeout(
      () => this.#sendAnswer(Math.min(waitMs * 2, LONGEST_MS), leftMs - waitMs),
      waitMs,
    );
  }

  /** Refuses it before it is answered. */
  refuse(status: number, reason: string): void {
    if (this.#state !== 'new') return;
    this.#invite.answer({ status, reason, tag: this.#dialog.tag });
    this.#end();
  }

  #receive(request: SipRequest): Reply | null {
    if (request.method === 'ACK') {
      clearTimeout(this.#timer);
      return null;
    }
    const refusal = this.#dialog.refusal(request);
    if (refusal !== null) return refusal;
    if (request.method === 'BYE') this.#end();
    if (request.method === 'INFO') {
      const digit = digitOf(request);
      if (digit !== null) this.#events.digit(digit);
    }
    return request.method === 'INVITE' ? this.#changedSound(request) : OK;
  }

  #changedSound(request: SipRequest): Reply {
    const sound = request.body === '' ? this.sound : acceptedSound(request.body, this.#formats);
    const isSame = sound?.format === this.sound.format && sound.payloadType === this.sound.payloadType;
    const isAsSecure = (sound?.crypto === null) === (this.sound.crypto === null);
    // Another codec, or no encryption any more, in the middle of a call is not taken.
    if (sound === null || !isSame || !isAsSecure) return { status: 488, reason: 'Not Acceptable Here' };
    this.sound = sound;
    this.#describe();
    this.#events.sound(sound);
    return this.#okay();
  }

  /** Asks the other side whether it still knows this call: one that lost its power does not say goodbye. */
  async isThere(): Promise<boolean> {
    if (this.#state !== 'answered') return false;
    const { hop } = this.#dialog;
    const sent = this.#agent.send(this.#dialog.next('OPTIONS'), hop, this.#local, { timeoutMs: ANSWER_MS });
    const { status } = await sent.response;
    return status !== 408 && status !== 481;
  }

  /** Ends it from this side. */
  hangUp(): void {
    if (this.#state === 'new') this.refuse(480, 'Temporarily Unavailable');
    if (this.#state === 'ended') return;
    this.#agent.send(this.#dialog.next('BYE'), this.#dialog.hop, this.#local);
    this.#end();
  }

  /** Ends it because the other side has given up before it was answered. */
  cancel(): void {
    this.refuse(487, 'Request Terminated');
  }

  #end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    clearTimeout(this.#timer);
    this.#removeDialog();
    this.#events.ended();
  }
}

/** Digit of an INFO request; null: it has none. */
function digitOf(request: SipRequest): string | null {
  const kind = (headerOf(request, 'content-type') ?? '').toLowerCase();
  const text = kind.startsWith('application/dtmf-relay')
    ? /^\s*Signal\s*=\s*([0-9*#A-D])\s*$/im.exec(request.body)?.[1]
    : kind.startsWith('application/dtmf')
      ? /^\s*([0-9*#A-D])\s*$/i.exec(request.body)?.[1]
      : undefined;
  return text ?? null;
}
