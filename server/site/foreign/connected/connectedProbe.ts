import { request } from 'node:http';
import { openSocket } from '../../../platform/connect/openSocket.ts';
import { isCertificateError } from '../../../platform/connect/tlsPeer.ts';
import { describeStream } from '../../../platform/rtsp/backChannel.ts';
import { RtspConnection } from '../../../platform/rtsp/rtspConnection.ts';
import type { Probe } from '../calls/calledTerminals.ts';
import type { ConnectedTarget } from './connected.types.ts';
import { AGENT, loginAt, placeOfLoudspeaker } from './connectedPlace.ts';
import type { ConnectedTimes } from './connectedTimes.ts';

/** Questions without an answer after which a loudspeaker counts as away. */
const MISSED = 2;
/** Parameters that every device with this interface has. */
const PARAMETERS = '/axis-cgi/param.cgi?action=list&group=Properties.Audio';
const refusals: ReadonlySet<number> = new Set([401, 403]);

/** Status of a device of Axis, after the login that it asks for. @throws the error of the system */
async function askHttp({ transport, password }: ConnectedTarget, timeoutMs: number): Promise<number> {
  const login = loginAt(transport, password);
  const { host } = new URL(transport.url);
  for (;;) {
    const socket = await openSocket(placeOfLoudspeaker(transport), timeoutMs);
    const authorization = login.authorization('GET', PARAMETERS);
    try {
      const { status, challenges } = await new Promise<{ status: number; challenges: string[] }>(
        (resolve, reject) => {
          const sent = request({
            ...{ path: PARAMETERS, createConnection: () => socket, timeout: timeoutMs },
            headers: {
              ...{ Host: host, 'User-Agent': AGENT, Connection: 'close' },
              ...(authorization === null ? {} : { Authorization: authorization }),
            },
          });
          sent.on('response', (response) => {
            response.resume();
            const challenges = response.headersDistinct['www-authenticate'] ?? [];
            resolve({ status: response.statusCode ?? 0, challenges });
          });
          sent.on('timeout', () => sent.destroy(new Error('ETIMEDOUT')));
          sent.on('error', reject);
          sent.end();
        },
      );
      if (status !== 401 || !login.challenged(challenges)) return status;
    } finally {
      socket.destroy();
    }
  }
}

/** Status of the description of a stream with a back channel. @throws the error of the system */
async function askRtsp({ transport, password }: ConnectedTarget, timeoutMs: number): Promise<number> {
  const socket = await openSocket(placeOfLoudspeaker(transport), timeoutMs);
  const rtsp = new RtspConnection(socket, loginAt(transport, password), AGENT, () => undefined);
  try {
    return (await describeStream(rtsp, transport.url)).response.status;
  } finally {
    socket.destroy();
  }
}

/** Receivers of the answers of a loudspeaker. */
export interface ProbeEvents {
  /** Called with each result; absence only after it was asked several times. */
  found(isThere: boolean): void;
  /** Called with whether it refuses the login. */
  loginRefused(isRefused: boolean): void;
  /** Called with whether its certificate is another one than expected. */
  certificateRefused(isRefused: boolean): void;
}

/** Asks a loudspeaker again and again whether it is there, and whether it accepts the login. */
export class ConnectedProbe implements Probe {
  readonly #target: ConnectedTarget;
  readonly #times: ConnectedTimes;
  readonly #events: ProbeEvents;
  #missed = 0;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(target: ConnectedTarget, times: ConnectedTimes, events: ProbeEvents) {
    this.#target = target;
    this.#times = times;
    this.#events = events;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const status = await this.#status();
    if (this.#isEnded) return;
    const isThere = status !== null;
    this.#missed = isThere ? 0 : this.#missed + 1;
    if (isThere || this.#missed >= MISSED) this.#events.found(isThere);
    if (isThere) this.#events.loginRefused(refusals.has(status));
    const waitMs = this.#missed > 0 ? this.#times.probeMs / 4 : this.#times.probeMs;
    // Loudspeakers that were added together are not asked together.
    this.#timer = setTimeout(() => void this.#ask(), waitMs * (0.75 + Math.random() / 2));
  }

  /** Status of its answer; null: it does not answer. */
  async #status(): Promise<number | null> {
    const ask = this.#target.transport.transport === 'vapix' ? askHttp : askRtsp;
    try {
      const status = await ask(this.#target, this.#times.probeAnswerMs);
      if (!this.#isEnded) this.#events.certificateRefused(false);
      return status;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (isCertificateError(code) && !this.#isEnded) this.#events.certificateRefused(true);
      return null;
    }
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
}
