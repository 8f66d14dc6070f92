import type { SipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import { isCertificateError } from '../../../platform/connect/tlsPeer.ts';
import { askOptions, isPresent } from '../../../platform/sip/options.ts';
import type { UserAgent } from '../../../platform/sip/userAgent.ts';
import type { Probe } from '../calls/calledTerminals.ts';
import { placeOf } from './sipPlace.ts';
import type { SipTimes } from './sipTimes.ts';

/** Questions without an answer after which a loudspeaker counts as away. */
const MISSED = 2;

export interface ProbeDeps {
  agent: UserAgent;
  times: SipTimes;
  /** Called with whether another program has the UDP port of SIP. */
  portTaken(isTaken: boolean): void;
  /** Called with whether its certificate is another one than expected. */
  certificateRefused(isRefused: boolean): void;
}

/** Asks a loudspeaker again and again whether it is there (OPTIONS). */
export class SipProbe implements Probe {
  readonly #transport: SipTransport;
  readonly #deps: ProbeDeps;
  readonly #found: (isThere: boolean) => void;
  #missed = 0;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  /** @param found called with each result; absence only after it was asked several times */
  constructor(transport: SipTransport, deps: ProbeDeps, found: (isThere: boolean) => void) {
    this.#transport = transport;
    this.#deps = deps;
    this.#found = found;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const isThere = await this.#isThere();
    if (this.#isEnded) return;
    const { times } = this.#deps;
    this.#missed = isThere ? 0 : this.#missed + 1;
    if (isThere || this.#missed >= MISSED) this.#found(isThere);
    // Loudspeakers that were added together are not asked together.
    const waitMs = this.#missed > 0 ? times.probeMs / 4 : times.probeMs;
    this.#timer = setTimeout(() => void this.#ask(), waitMs * (0.75 + Math.random() / 2));
  }

  async #isThere(): Promise<boolean> {
    const { agent, times, portTaken, certificateRefused } = this.#deps;
    try {
      const place = await placeOf(agent, this.#transport);
      if (place.hop.protocol === 'udp') portTaken(false);
      const isThere = isPresent(await askOptions(agent, place, times.probeAnswerMs));
      if (isThere && !this.#isEnded) certificateRefused(false);
      return isThere;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') portTaken(true);
      if (isCertificateError(code) && !this.#isEnded) certificateRefused(true);
      return false;
    }
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
}
