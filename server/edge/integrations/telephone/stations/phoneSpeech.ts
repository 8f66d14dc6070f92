import type { By } from '../../../../air/broadcast/startTask.ts';
import type { TalkSessionDeps } from '../../../../air/talk/waitingPage.ts';
import { type PageOrder, PhonePage } from '../phonePage.ts';
import type { ToneName } from '../phoneSound.types.ts';
import { toneMs } from '../tones.ts';
import { RingingCall, type RingingDeps } from './ringingCall.ts';

/** Time between the last tone and the end of the call, ms. */
const AFTER_TONE_MS = 300;

export interface SpeechDeps extends RingingDeps {
  talk: TalkSessionDeps;
}

/** Speech of a phone that was rung for it: from its answer on, its user speaks in the name of an account. */
export class PhoneSpeech {
  readonly #deps: SpeechDeps;
  readonly #ringing: RingingCall;
  readonly #changed: (isOver: boolean) => void;
  #page: PhonePage | null = null;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  /** Account whose speech it is. */
  readonly by: By;

  /** @param changed called when it is on the air, and once when it is over */
  constructor(
    deps: SpeechDeps,
    by: By,
    order: PageOrder,
    { number, name, station }: { number: string; name: string; station: string },
    changed: (isOver: boolean) => void,
  ) {
    this.#deps = deps;
    this.by = by;
    this.#changed = changed;
    this.#ringing = new RingingCall(deps, number, 'none', {
      answered: () => this.#speak(order, { name, station }),
      packet: (packet) => this.#page?.push(packet),
      ended: () => this.end(),
    });
  }

  #speak(order: PageOrder, from: { name: string; station: string }): void {
    this.#page = new PhonePage(this.#deps.talk, this.by, order, from, {
      granted: () => {
        this.#ringing.tone('on_air');
        this.#changed(false);
      },
      heard: (isHeard) => this.#ringing.tone(isHeard ? 'heard' : 'nobody'),
      over: (isRefused) => this.#endLater(isRefused ? 'refused' : 'done'),
    });
  }

  get isOnAir(): boolean {
    return this.#page !== null;
  }

  /** Plays a last tone, and hangs up. */
  #endLater(tone: ToneName): void {
    if (this.#isOver) return;
    this.#ringing.tone(tone);
    this.#timer ??= setTimeout(() => this.end(), toneMs(tone) + AFTER_TONE_MS);
  }

  /** Ends it if the account may no longer speak there. */
  checked(by: By | null): void {
    if (this.#page !== null) this.#page.checked(by);
    else if (by === null) this.end();
  }

  /** Ends it; what was said is still played. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#ringing.hangUp();
    this.#page?.end();
    this.#changed(true);
  }
}
