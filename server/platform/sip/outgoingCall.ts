import type { CallSettings, CallState } from './call.types.ts';
import { CallDialog } from './callDialog.ts';
import { authorization, bestChallenge, challengesOf } from './digest.ts';
import type { Reply } from './requestServer.ts';
import { type AcceptedSound, acceptedSound } from './sdp.ts';
import type { Headers, SipRequest, SipResponse } from './sipMessage.ts';
import type { OutgoingRequest, UserAgent } from './userAgent.ts';

const OK = { status: 200, reason: 'OK' };
/** Answers of a side that does not take encrypted sound. */
const notSecure: ReadonlySet<number> = new Set([415, 488, 606]);
const isLost = (status: number) => status === 408 || status === 481 || status === 503;

/** Call from this side to another, with one stream of sound (RFC 3261, 12 to 15). */
export class OutgoingCall {
  readonly #agent: UserAgent;
  readonly #settings: CallSettings;
  readonly #changed: (state: CallState) => void;
  readonly #dialog: CallDialog;
  readonly #removeDialog: () => void;
  #state: CallState = { kind: 'calling' };
  #branch = '';
  #hasProvisional = false;
  /** Offer with a key; null: the sound is not encrypted. */
  #secure: CallSettings['secure'];
  #timer: NodeJS.Timeout | undefined;

  /** @param changed called with each new state */
  constructor(agent: UserAgent, settings: CallSettings, changed: (state: CallState) => void) {
    const { uri, from, hop, local } = settings;
    this.#agent = agent;
    this.#settings = settings;
    this.#secure = settings.secure;
    this.#changed = changed;
    this.#dialog = new CallDialog(uri, from, hop, local);
    const { callId, tag } = this.#dialog;
    this.#removeDialog = agent.addDialog(callId, tag, { request: (one) => this.#receive(one) });
    this.#timer = setTimeout(() => this.#rangTooLong(), settings.ringMs);
    void this.#invite([]);
  }

  get state(): CallState {
    return this.#state;
  }

  #send(request: OutgoingRequest, options: Parameters<UserAgent['send']>[3] = {}) {
    return this.#agent.send(request, this.#dialog.hop, this.#settings.local, options);
  }

  get #offer(): string {
    return this.#secure?.offer ?? this.#settings.offer;
  }

  /** Sound of a description, if it is encrypted as it was offered. */
  #accepted(body: string): AcceptedSound | null {
    const sound = acceptedSound(body, this.#settings.formats);
    return (sound?.crypto === null) === (this.#secure === null) ? sound : null;
  }

  #inviteRequest(more: Headers): OutgoingRequest {
    const headers = [
      ['Contact', this.#dialog.contact],
      ['Allow', 'INVITE, ACK, BYE, CANCEL, OPTIONS'],
      ['Content-Type', 'application/sdp'],
      ...more,
    ] as const;
    return this.#dialog.next('INVITE', headers, this.#offer);
  }

  async #invite(more: Headers): Promise<void> {
    const { credentials, headers } = this.#settings;
    const sent = this.#send(this.#inviteRequest([...headers, ...more]), {
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
      const challenge = bestChallenge(challengesOf(response));
      if (challenge !== null) {
        const value = authorization(challenge, credentials, { method: 'INVITE', uri: this.#dialog.target });
        return this.#invite([[status === 401 ? 'Authorization' : 'Proxy-Authorization', value]]);
      }
    }
    const isOpen = this.#state.kind === 'calling' || this.#state.kind === 'ringing';
    if (this.#secure !== null && notSecure.has(status) && isOpen) {
      this.#secure = null;
      return this.#invite([]);
    }
    this.#end({ kind: 'refused', status, reason });
  }

  async #answered(response: SipResponse): Promise<void> {
    clearTimeout(this.#timer);
    await this.#dialog.learn(response, this.#agent);
    this.#acknowledge();
    const sound = this.#accepted(response.body);
    const { kind } = this.#state;
    // It was given up while it was being answered.
    if ((kind !== 'calling' && kind !== 'ringing') || sound === null) {
      this.#send(this.#dialog.next('BYE'));
      this.#end({ kind: 'refused', status: 488, reason: 'no common codec' });
      return;
    }
    this.#set({ kind: 'answered', sound, master: this.#secure?.master ?? null });
    this.#refreshLater();
  }

  #acknowledge(): void {
    const { hop, local } = this.#dialog;
    this.#agent.sendOnce(this.#dialog.build('ACK'), hop, local);
  }

  #refreshLater(): void {
    this.#timer = setTimeout(() => void this.#refresh(), this.#settings.refreshMs);
  }

  /** Asks the other side whether it still knows the call: one that was restarted does not. */
  async #refresh(): Promise<void> {
    const { response } = this.#send(this.#inviteRequest([]), {
      timeoutMs: this.#settings.refreshMs,
      again: () => this.#acknowledge(),
    });
    const { status, reason } = await response;
    if (this.#state.kind !== 'answered') return;
    if (status >= 200 && status < 300) this.#acknowledge();
    if (isLost(status)) this.#end({ kind: 'lost', status, reason });
    else this.#refreshLater();
  }

  #rangTooLong(): void {
    if (this.#hasProvisional) this.#cancel();
    this.#end({ kind: 'refused', status: 408, reason: 'no answer' });
  }

  #cancel(): void {
    this.#send(this.#dialog.build('CANCEL'), { branch: this.#branch });
  }

  /** Ends the call from this side. */
  hangUp(): void {
    const { kind } = this.#state;
    if (kind === 'answered') this.#send(this.#dialog.next('BYE'));
    else if ((kind === 'calling' || kind === 'ringing') && this.#hasProvisional) this.#cancel();
    this.#end({ kind: 'closed' });
  }

  #receive(request: SipRequest): Reply | null {
    if (request.method === 'ACK') return null;
    const refusal = this.#dialog.refusal(request);
    if (refusal !== null) return refusal;
    if (request.method === 'BYE') this.#end({ kind: 'lost', status: 200, reason: 'ended by the other side' });
    return request.method === 'INVITE' ? this.#changedSound(request) : OK;
  }

  #changedSound(request: SipRequest): Reply {
    const sound = request.body === '' ? null : this.#accepted(request.body);
    if (request.body !== '' && sound === null) return { status: 488, reason: 'Not Acceptable Here' };
    if (sound !== null) this.#set({ kind: 'answered', sound, master: this.#secure?.master ?? null });
    const headers = [
      ['Contact', this.#dialog.contact],
      ['Content-Type', 'application/sdp'],
    ] as const;
    return { ...OK, headers, body: this.#offer };
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
