import type { PhoneTest } from '../../../../contract/entities/site/phoneCall.ts';
import {
  parseTelephoneAddress,
  type TelephoneAddress,
} from '../../../../contract/entities/site/telephoneAddress.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { isCertificateError } from '../../../platform/connect/tlsPeer.ts';
import type { Credentials } from '../../../platform/sip/digest.ts';
import type { Hop } from '../../../platform/sip/hop.types.ts';
import { askOptions, isPresent } from '../../../platform/sip/options.ts';
import {
  Registration,
  type RegistrationState,
  type RegistrationTimes,
} from '../../../platform/sip/registration.ts';
import type { OwnCertificate } from '../../../platform/sip/sipStreams.ts';
import type { SipDomain, UserAgent } from '../../../platform/sip/userAgent.ts';
import type { SipPlace } from '../../../site/foreign/sip/sipPlace.ts';
import type { IntegrationRow } from '../integration.repository.ts';

/** Interval in which the address of a telephone system without a registration is looked up again, ms. */
const LOOK_MS = 60_000;

export interface LineDeps {
  agent: UserAgent;
  /** UDP port of SIP, and TCP port of SIP by TLS. */
  ports: { udp: number; tls: number };
  /** Certificate of this side. */
  certificate(): Promise<OwnCertificate>;
  times: RegistrationTimes;
  /** Called with the reason why it does not work; empty: it does. */
  outcome(error: string): void;
  /** Called when calls can be made, and when they no longer can. */
  reachable(isReachable: boolean): void;
}

/** Way of a call to a number of a telephone system. */
export interface LineWay extends SipPlace {
  /** Account of the extension; null: it has none. */
  credentials: Credentials | null;
}

/** One telephone system: its registration, or its address alone, and the addresses from which it calls. */
export class TelephoneLine {
  readonly place: TelephoneAddress;
  readonly #deps: LineDeps;
  readonly #domain: SipDomain;
  readonly #addresses: Set<string>;
  /** Address that the name of the other side has now; null: not known. */
  #own: string | null = null;
  readonly #registration: Registration | null;
  /** Why the port could not be opened, as it was reported last; empty: it could. */
  #error: string;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #isReachable = false;
  readonly #secret: string;

  constructor(row: IntegrationRow, deps: LineDeps) {
    this.#deps = deps;
    this.#error = row.last_error;
    this.place = parseTelephoneAddress(row.url) ?? { user: '', host: '', port: null, protocol: 'udp' };
    this.#addresses = new Set(row.peers);
    for (const address of row.peers) deps.agent.allow(address);
    const { user, ...domain } = this.place;
    this.#domain = { ...domain, certificate: row.certificate };
    this.#secret = row.secret ?? '';
    const account = { ...this.#domain, user, password: this.#secret, times: deps.times };
    this.#registration =
      user === ''
        ? null
        : new Registration(deps.agent, account, (state, hop) => {
            this.#own = hop?.address ?? this.#own;
            this.#reached(state.kind === 'registered');
            deps.outcome(this.#reasonOf(state));
          });
    void this.#listen();
  }

  #reasonOf(state: RegistrationState): string {
    if (state.kind === 'registered') return '';
    if (state.kind === 'lost') return this.#errorText(state.error);
    const { status, reason } = state;
    return ruleMessage('integration.registrarRefused', { status, reason: reason.slice(0, 100) });
  }

  #errorText(error: string): string {
    const { udp, tls } = this.#deps.ports;
    if (error === 'EADDRINUSE')
      return this.place.protocol === 'tls'
        ? ruleMessage('integration.sipTlsPortTaken', { port: tls })
        : ruleMessage('integration.sipPortTaken', { port: udp });
    if (isCertificateError(error)) return ruleMessage('integration.telephoneCertificate', { reason: error });
    if (error === 'ETIMEDOUT') return ruleMessage('integration.registrarSilent');
    return ruleMessage('integration.telephoneUnreachable', { reason: error });
  }

  /** Opens the port for calls from addresses that are not those of a registration. */
  async #listen(): Promise<void> {
    const { host, port, protocol } = this.place;
    const [peer] = this.#addresses;
    if (this.#registration !== null && peer === undefined) return;
    try {
      const { agent, ports, certificate } = this.#deps;
      if (this.#registration === null) this.#own = (await agent.service(this.#domain)).address;
      // Who asks for TLS is not called without it.
      if (protocol === 'tls') await agent.listen(ports.tls, certificate);
      else await agent.open({ protocol: 'udp', address: peer ?? this.#own ?? host, port: port ?? 5060 });
      if (this.#registration === null) this.#opened('');
    } catch (error) {
      this.#opened(this.#errorText((error as NodeJS.ErrnoException).code ?? 'unreachable'));
    }
    if (!this.#isEnded) this.#timer = setTimeout(() => void this.#listen(), LOOK_MS);
  }

  /** Reports that the port is open, or why not; what is not new is not reported, because it is no message. */
  #opened(error: string): void {
    if (this.#registration === null) this.#reached(error === '');
    if (this.#isEnded || error === this.#error) return;
    this.#error = error;
    this.#deps.outcome(error);
  }

  #reached(isReachable: boolean): void {
    if (this.#isEnded || isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    this.#deps.reachable(isReachable);
  }

  get isReachable(): boolean {
    return this.#isReachable && !this.#isEnded;
  }

  /** Finds the way of a call to a number; empty: to the telephone system itself. @throws the error of the system */
  async wayTo(number: string): Promise<LineWay> {
    const { user, host, port, protocol } = this.place;
    const hop = await this.#deps.agent.service(this.#domain);
    const local = await this.#deps.agent.open(hop);
    const domain = `${host}${port === null ? '' : `:${port}`}`;
    const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
    const uri = `sip:${number === '' ? '' : `${number}@`}${domain}${transport}`;
    const from = user === '' ? `sip:tocsin@${local.address}` : `sip:${user}@${domain}`;
    return { uri, from, hop, local, credentials: user === '' ? null : { user, password: this.#secret } };
  }

  /** Registers now, or asks whether the other side is there. */
  async test(): Promise<PhoneTest> {
    const startedMs = performance.now();
    const result = await (this.#registration === null ? this.#ask() : this.#register(this.#registration));
    return { ...result, answer_ms: Math.round(performance.now() - startedMs) };
  }

  async #register(registration: Registration): Promise<Omit<PhoneTest, 'answer_ms'>> {
    const state = await registration.now();
    if (state.kind === 'registered') return { result: 'registered', status: 200, error: '' };
    const status = state.kind === 'refused' ? state.status : null;
    return { result: 'failed', status, error: this.#reasonOf(state) };
  }

  async #ask(): Promise<Omit<PhoneTest, 'answer_ms'>> {
    const { agent, times } = this.#deps;
    try {
      const response = await askOptions(agent, await this.wayTo(''), times.answerMs);
      if (isPresent(response)) return { result: 'answered', status: response.status, error: '' };
      // This side makes a 408 without headers when nothing came.
      const isSilent = response.headers.length === 0;
      const { status, reason } = response;
      const error = isSilent
        ? ruleMessage('integration.registrarSilent')
        : ruleMessage('integration.testRefused', { status, reason: reason.slice(0, 100) });
      return { result: 'failed', status: isSilent ? null : status, error };
    } catch (error) {
      const reason = this.#errorText((error as NodeJS.ErrnoException).code ?? 'unreachable');
      return { result: 'failed', status: null, error: reason };
    }
  }

  /** Notes that a call was answered. */
  called(): void {
    this.#deps.outcome('');
  }

  /** Tells if calls from a place are those of this telephone system: one with TLS calls by nothing else. */
  isFrom({ protocol, address }: Hop): boolean {
    const isSecret = this.place.protocol !== 'tls' || protocol === 'tls';
    return isSecret && (this.#own === address || this.#addresses.has(address));
  }

  /** Addresses from which the sound of its calls is read. */
  get addresses(): string[] {
    return [...this.#addresses, ...(this.#own === null ? [] : [this.#own])];
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#registration?.end();
  }
}
