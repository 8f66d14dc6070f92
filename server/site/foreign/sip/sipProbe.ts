import type { SipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import { newTag } from '../../../platform/sip/sipTags.ts';
import type { UserAgent } from '../../../platform/sip/userAgent.ts';
import type { Probe } from '../calls/calledTerminals.ts';
import { placeOf } from './sipPlace.ts';
import type { SipTimes } from './sipTimes.ts';

/** Questions without an answer after which a loudspeaker counts as away. */
const MISSED = 2;
/** Answers that say that nothing is there: not found, timeout, gone, unavailable. */
const absent: ReadonlySet<number> = new Set([404, 408, 410, 480, 503, 604]);

export interface ProbeDeps {
  agent: UserAgent;
  times: SipTimes;
  /** Called with whether another program has the UDP port of SIP. */
  portTaken(isTaken: boolean): void;
}

/** Asks a loudspeaker again and again whether it is there (OPTIONS). */
export class SipProbe implements Probe {
  readonly #transport: SipTransport;
  readonly #agent: UserAgent;
  readonly #times: SipTimes;
  readonly #portTaken: (isTaken: boolean) => void;
  readonly #found: (isThere: boolean) => void;
  #missed = 0;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  /** @param found called with each result; absence only after it was asked several times */
  constructor(
    transport: SipTransport,
    { agent, times, portTaken }: ProbeDeps,
    found: (isThere: boolean) => void,
  ) {
    this.#transport = transport;
    this.#agent = agent;
    this.#times = times;
    this.#portTaken = portTaken;
    this.#found = found;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const isThere = await this.#isThere();
    if (this.#isEnded) return;
    this.#missed = isThere ? 0 : this.#missed + 1;
    if (isThere || this.#missed >= MISSED) this.#found(isThere);
    // Loudspeakers that were added together are not asked together.
    const waitMs = this.#missed > 0 ? this.#times.probeMs / 4 : this.#times.probeMs;
    this.#timer = setTimeout(() => void this.#ask(), waitMs * (0.75 + Math.random() / 2));
  }

  async #isThere(): Promise<boolean> {
    try {
      const { uri, from, hop, local } = await placeOf(this.#agent, this.#transport);
      if (hop.protocol === 'udp') this.#portTaken(false);
      const headers = [
        ['From', `<${from}>;tag=${newTag()}`],
        ['To', `<${uri}>`],
        ['Call-ID', newTag()],
        ['CSeq', '1 OPTIONS'],
        ['Contact', `<${from}:${local.port}>`],
        ['Accept', 'application/sdp'],
      ] as const;
      const request = { method: 'OPTIONS', uri, headers };
      const sent = this.#agent.send(request, hop, local, { timeoutMs: this.#times.probeAnswerMs });
      return !absent.has((await sent.response).status);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') this.#portTaken(true);
      return false;
    }
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
}
