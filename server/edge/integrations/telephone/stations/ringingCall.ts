import type { SipAnswer } from '../../../../../contract/entities/terminals/sipTransport.ts';
import type { CallState } from '../../../../platform/sip/call.types.ts';
import { OutgoingCall } from '../../../../platform/sip/outgoingCall.ts';
import type { UserAgent } from '../../../../platform/sip/userAgent.ts';
import { callSettings } from '../../../../site/foreign/sip/sipOffer.ts';
import type { CallSound, PhoneSound } from '../phoneSound.ts';
import { MAX_CALLS, type ToneName } from '../phoneSound.types.ts';
import { remoteSound } from '../remoteSound.ts';
import type { TelephoneLine } from '../telephoneLine.ts';

/** Time for which a phone rings: longer than a call of stations does, ms. */
const RING_MS = 60_000;
/** Interval at which a phone is asked whether it still knows the call, ms. */
const REFRESH_MS = 30_000;

export interface RingingDeps {
  agent: UserAgent;
  sound: Pick<PhoneSound, 'open' | 'calls'>;
  line: Pick<TelephoneLine, 'wayTo' | 'addresses' | 'place'>;
  log: { error(details: object, message: string): void };
}

export interface RingingEvents {
  answered(): void;
  packet(packet: Uint8Array): void;
  /** Called once, unless this side has ended it: the phone has refused it, hung up or gone. */
  ended(): void;
}

/** Call from this side to a phone, with sound both ways from its answer on. */
export class RingingCall {
  readonly #deps: RingingDeps;
  readonly #events: RingingEvents;
  readonly #sound: CallSound | null;
  #call: OutgoingCall | null = null;
  #state: 'ringing' | 'answered' | 'over' = 'ringing';

  /** @param answer how the phone is asked to answer at once */
  constructor(deps: RingingDeps, number: string, answer: SipAnswer, events: RingingEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#sound =
      deps.sound.calls >= MAX_CALLS
        ? null
        : deps.sound.open({
            digit: () => undefined,
            packet: (packet) => events.packet(packet),
            failed: () => this.#lost(),
          });
    this.#ring(number, answer).catch((err: unknown) => {
      deps.log.error({ err }, 'a phone could not be called');
      this.#lost();
    });
  }

  async #ring(number: string, answer: SipAnswer): Promise<void> {
    const { agent, line } = this.#deps;
    const port = (await this.#sound?.port) ?? null;
    const { credentials, ...place } = await line.wayTo(number);
    if (this.#state === 'over') return;
    if (port === null) return this.#lost();
    const { protocol } = line.place;
    const times = { ringMs: RING_MS, refreshMs: REFRESH_MS };
    const settings = callSettings({ codec: 'any', answer, protocol }, place, port, times);
    this.#call = new OutgoingCall(agent, { ...settings, credentials }, (state) => this.#changed(state));
  }

  #changed(state: CallState): void {
    if (this.#state === 'over') return;
    if (state.kind === 'refused' || state.kind === 'lost') this.#lost();
    if (state.kind !== 'answered') return;
    this.#sound?.remote(remoteSound(state.sound, state.master, this.#deps.line.addresses));
    if (this.#state === 'answered') return;
    this.#state = 'answered';
    this.#sound?.listen(true);
    this.#events.answered();
  }

  /** Plays an Opus packet of 20 ms at the phone. */
  hear(stream: number, packet: Uint8Array): void {
    this.#sound?.hear(stream, 'speech', packet);
  }

  tone(tone: ToneName): void {
    this.#sound?.tone(tone);
  }

  #lost(): void {
    if (this.#state === 'over') return;
    this.hangUp();
    this.#events.ended();
  }

  /** Ends it from this side. */
  hangUp(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#sound?.close();
    this.#call?.hangUp();
  }
}
