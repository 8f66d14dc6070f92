import { authorization, bestChallenge, type Credentials, challengesOf } from './digest.ts';
import type { Hop, LocalEnd } from './hop.types.ts';
import { type Headers, headerOf, headersOf, type SipResponse } from './sipMessage.ts';
import { newTag } from './sipTags.ts';
import { parseNameAddress, parseUri } from './sipUri.ts';
import type { SipDomain, UserAgent } from './userAgent.ts';

/** State of a registration. `refused`: the registrar said no; `lost`: it does not answer, or cannot be reached. */
export type RegistrationState =
  | { kind: 'registered' }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'lost'; error: string };

/** Times of a registration. */
export interface RegistrationTimes {
  /** Lifetime that is asked for, s. */
  expiresS: number;
  /** Wait after a failure, ms; it doubles up to the longest. */
  retryMs: number;
  longestRetryMs: number;
  /** Time within which the registrar has to answer, ms. */
  answerMs: number;
}
export const registrationTimes: RegistrationTimes = {
  expiresS: 120,
  retryMs: 5_000,
  longestRetryMs: 300_000,
  answerMs: 10_000,
};

export interface RegistrationSettings extends Credentials, SipDomain {
  times: RegistrationTimes;
}

/** Part of its lifetime after which a registration is renewed. */
const RENEWED_AT = 0.75;
const LEAST_S = 5;
const MOST_S = 3_600;

/** Registration of one extension at its registrar (RFC 3261, 10): renewed while it lives, and removed at its end. */
export class Registration {
  readonly #agent: UserAgent;
  readonly #settings: RegistrationSettings;
  readonly #changed: (state: RegistrationState, hop: Hop | null) => void;
  readonly #callId = newTag();
  readonly #tag = newTag();
  #sequence = 0;
  #expiresS: number;
  #retryMs: number;
  /** Attempts in a row that reached nobody. */
  #failures = 0;
  #place: { hop: Hop; local: LocalEnd } | null = null;
  #isRegistered = false;
  #isEnded = false;
  #working: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param changed called with the result of each attempt, and the way to the registrar if it is known */
  constructor(
    agent: UserAgent,
    settings: RegistrationSettings,
    changed: (state: RegistrationState, hop: Hop | null) => void,
  ) {
    this.#agent = agent;
    this.#settings = settings;
    this.#changed = changed;
    this.#expiresS = settings.times.expiresS;
    this.#retryMs = settings.times.retryMs;
    this.#work();
  }

  #work(): void {
    this.#working = this.#register().then(() => undefined);
  }

  /** Registers at once, after an attempt that runs. Returns its result. */
  async now(): Promise<RegistrationState> {
    await this.#working;
    if (this.#isEnded) return { kind: 'lost', error: 'ended' };
    clearTimeout(this.#timer);
    const attempt = this.#register();
    this.#working = attempt.then(() => undefined);
    return attempt;
  }

  async #register(): Promise<RegistrationState> {
    const state = await this.#attempt();
    if (this.#isEnded) return state;
    this.#isRegistered = state.kind === 'registered';
    this.#failures = state.kind === 'lost' ? this.#failures + 1 : 0;
    const waitMs = this.#isRegistered ? this.#expiresS * RENEWED_AT * 1000 : this.#backOff();
    this.#timer = setTimeout(() => this.#work(), waitMs);
    this.#changed(state, this.#place?.hop ?? null);
    return state;
  }

  #backOff(): number {
    const { retryMs: firstMs, longestRetryMs } = this.#settings.times;
    const waitMs = this.#retryMs;
    this.#retryMs = Math.min(Math.max(firstMs, waitMs * 2), longestRetryMs);
    // Extensions that were lost together do not come back together.
    return waitMs * (0.75 + Math.random() / 2);
  }

  async #attempt(): Promise<RegistrationState> {
    try {
      const hop = await this.#agent.service(this.#settings, this.#failures);
      this.#place = { hop, local: await this.#agent.open(hop) };
    } catch (error) {
      return { kind: 'lost', error: (error as NodeJS.ErrnoException).code ?? 'unreachable' };
    }
    const response = await this.#send(this.#expiresS);
    const { status, reason } = response;
    if (status === 423) {
      const least = Number(headerOf(response, 'min-expires') ?? 0);
      if (least > this.#expiresS && least <= MOST_S) {
        this.#expiresS = least;
        return this.#attempt();
      }
    }
    if (status >= 200 && status < 300) {
      this.#retryMs = this.#settings.times.retryMs;
      this.#expiresS = this.#granted(response);
      return { kind: 'registered' };
    }
    return status === 408 || status === 503
      ? { kind: 'lost', error: 'ETIMEDOUT' }
      : { kind: 'refused', status, reason };
  }

  /** Lifetime that the registrar gave this side's contact, s. */
  #granted(response: SipResponse): number {
    const own = parseNameAddress(this.#contact())?.uri ?? '';
    const contacts = headersOf(response, 'contact').map(parseNameAddress);
    const ours = contacts.find((one) => one !== null && sameContact(one.uri, own));
    const given = Number(ours?.params.get('expires') ?? headerOf(response, 'expires') ?? this.#expiresS);
    return Number.isFinite(given) ? Math.min(Math.max(given, LEAST_S), MOST_S) : this.#expiresS;
  }

  #contact(): string {
    const { user, protocol } = this.#settings;
    const { address, port } = this.#place?.local ?? { address: '', port: 0 };
    return `<sip:${user}@${address}:${port}${protocol === 'udp' ? '' : `;transport=${protocol}`}>`;
  }

  /** Sends a REGISTER, and again with the answer to its challenge. */
  async #send(expiresS: number, more: Headers = []): Promise<SipResponse> {
    const { host, port, user, protocol, times } = this.#settings;
    const { hop, local } = this.#place as { hop: Hop; local: LocalEnd };
    const domain = `${host}${port === null ? '' : `:${port}`}`;
    const uri = `sip:${domain}${protocol === 'udp' ? '' : `;transport=${protocol}`}`;
    const own = `<sip:${user}@${domain}>`;
    const headers = [
      ['From', `${own};tag=${this.#tag}`],
      ['To', own],
      ['Call-ID', this.#callId],
      ['CSeq', `${++this.#sequence} REGISTER`],
      ['Contact', this.#contact()],
      ['Expires', String(expiresS)],
      ...more,
    ] as const;
    const sent = this.#agent.send({ method: 'REGISTER', uri, headers }, hop, local, {
      timeoutMs: times.answerMs,
    });
    const response = await sent.response;
    const isAsked = response.status === 401 || response.status === 407;
    const challenge = isAsked && more.length === 0 ? bestChallenge(challengesOf(response)) : null;
    if (challenge === null) return response;
    const value = authorization(challenge, this.#settings, { method: 'REGISTER', uri });
    const name = response.status === 401 ? 'Authorization' : 'Proxy-Authorization';
    return this.#send(expiresS, [[name, value]]);
  }

  /** Ends it: an extension that is registered is removed from the registrar. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#working;
    if (this.#isRegistered) await this.#send(0);
  }
}

/** Tells if two contacts are the same, whatever their parameters. */
function sameContact(a: string, b: string): boolean {
  const [one, other] = [parseUri(a), parseUri(b)];
  return (
    one !== null &&
    other !== null &&
    one.user === other.user &&
    one.host === other.host &&
    one.port === other.port
  );
}
