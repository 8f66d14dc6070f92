import { AppError } from '../../../../contract/api/errors.ts';
import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { TalkSessionDeps } from '../../../air/talk/waitingPage.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import type { IncomingCall } from '../../../platform/sip/incomingCall.ts';
import { actingFor } from '../actingAccount.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { type CheckPinDeps, checkPin, type PhoneCaller } from './checkPin.ts';
import { DialEntry, type Entered } from './dialEntry.ts';
import { doAction, type PhoneActionDeps } from './phoneActions.ts';
import type { LoggedCall } from './phoneLog.ts';
import { PhonePage } from './phonePage.ts';
import type { CallSound } from './phoneSound.ts';
import type { ToneName } from './phoneSound.types.ts';
import { toneMs } from './tones.ts';

/** Times of a call, ms. */
const DIAL_MS = 30_000;
const AFTER_TONE_MS = 300;
/** Wrong entries after which a call is ended. */
const MAX_WRONG = 3;

export interface PhoneCallDeps extends CheckPinDeps, PhoneActionDeps {
  talk: TalkSessionDeps;
  callers: Pick<Callers, 'fromAccount'>;
  /** The integration as it is now; undefined: it is gone or disabled. */
  rowOf(): IntegrationRow | undefined;
  /** Entry of this call in the log of calls. */
  entry: LoggedCall;
  /** Notes what was dialled, in the name of an account. */
  dialled(by: By, code: DialledCode, caller: string, isDone: boolean): void;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** One answered call: asks for a code and its PIN, does what the code stands for, and ends. */
export class PhoneCall {
  readonly #deps: PhoneCallDeps;
  readonly #call: IncomingCall;
  readonly #sound: CallSound;
  readonly #caller: PhoneCaller;
  readonly #entry: DialEntry;
  #page: PhonePage | null = null;
  #state: 'dialling' | 'acting' | 'ending' | 'over' = 'dialling';
  #wrong = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param code code that the called number gives already; null: it is dialled */
  constructor(
    deps: PhoneCallDeps,
    { call, sound, number, address }: { call: IncomingCall; sound: CallSound } & PhoneCaller,
    code: string | null,
  ) {
    this.#deps = deps;
    this.#call = call;
    this.#sound = sound;
    this.#caller = { number, address };
    this.#entry = new DialEntry(code);
    this.#ask();
  }

  #ask(): void {
    this.#state = 'dialling';
    this.#sound.tone(this.#entry.asks);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finish('refused'), DIAL_MS);
  }

  /** Takes a digit; its value is neither stored nor logged. */
  digit(digit: string): void {
    if (this.#state !== 'dialling') return;
    this.#wait();
    const before = this.#entry.asks;
    const entered = this.#entry.press(digit);
    if (entered !== null) void this.#enter(entered);
    else if (this.#entry.asks !== before) this.#sound.tone('pin');
  }

  async #enter(entered: Entered): Promise<void> {
    clearTimeout(this.#timer);
    this.#state = 'acting';
    try {
      const row = this.#deps.rowOf();
      const code = row === undefined ? null : await checkPin(this.#deps, row, entered, this.#caller);
      if (this.#state !== 'acting') return;
      if (code === null || row === undefined) this.#isWrong();
      else await this.#act(row, code);
    } catch (error) {
      // Refused for a reason that a person would be told: the caller hears the tone.
      this.#deps.entry.result('refused');
      if (!(error instanceof AppError)) this.#deps.log.error({ err: error }, 'a telephone call failed');
      this.#finish('refused');
    }
  }

  #isWrong(): void {
    this.#deps.entry.result('wrong_pin');
    if (++this.#wrong >= MAX_WRONG) {
      this.#finish('refused');
      return;
    }
    this.#sound.tone('refused');
    this.#timer = setTimeout(() => this.#ask(), toneMs('refused') + AFTER_TONE_MS);
  }

  #by(row: IntegrationRow): Promise<By | null> {
    return actingFor(this.#deps.callers, row, this.#caller.address);
  }

  async #act(row: IntegrationRow, code: DialledCode): Promise<void> {
    const by = await this.#by(row);
    if (this.#state !== 'acting') return;
    if (by === null) {
      this.#deps.log.warn(
        { integration: row.id },
        'a telephone call was refused: its account may not log in',
      );
      this.#deps.entry.result('refused');
      this.#finish('refused');
      return;
    }
    this.#deps.entry.dialled(code, by.caller.name);
    const { number } = this.#caller;
    if (code.action === 'page' || code.action === 'all_call') {
      this.#speak(by, code);
      return;
    }
    try {
      await doAction(this.#deps, by, code, `${row.name} · ${number}`.slice(0, 50));
    } catch (error) {
      this.#deps.dialled(by, code, number, false);
      throw error;
    }
    this.#deps.dialled(by, code, number, true);
    this.#deps.entry.result('done');
    this.#finish('done');
  }

  #speak(by: By, code: DialledCode): void {
    const { number } = this.#caller;
    this.#page = new PhonePage(this.#deps.talk, by, code, number, {
      granted: () => {
        this.#deps.dialled(by, code, number, true);
        this.#deps.entry.result('on_air');
        this.#sound.tone('on_air');
        this.#sound.listen(true);
      },
      heard: (isHeard) => {
        this.#deps.entry.result(isHeard ? 'heard' : 'nobody');
        this.#sound.tone(isHeard ? 'heard' : 'nobody');
      },
      over: (isRefused, wasHeard) => {
        if (isRefused) this.#deps.dialled(by, code, number, false);
        this.#deps.entry.result(isRefused ? 'refused' : wasHeard ? 'done' : 'nobody');
        this.#sound.listen(false);
        this.#finish(isRefused ? 'refused' : 'done');
      },
    });
  }

  packet(packet: Uint8Array): void {
    this.#page?.push(packet);
  }

  /** Ends a page whose account has lost its rights. */
  async checkRights(): Promise<void> {
    const row = this.#deps.rowOf();
    if (this.#page === null) return;
    this.#page.checked(row === undefined ? null : await this.#by(row));
  }

  /** Plays a last tone, and ends the call. */
  #finish(tone: ToneName): void {
    if (this.#state === 'ending' || this.#state === 'over') return;
    this.#state = 'ending';
    clearTimeout(this.#timer);
    this.#sound.tone(tone);
    this.#timer = setTimeout(() => this.#call.hangUp(), toneMs(tone) + AFTER_TONE_MS);
  }

  /** Ends the call from this side. */
  hangUp(): void {
    this.#call.hangUp();
  }

  /** Frees what it holds: the call has ended. */
  ended(): void {
    this.#state = 'over';
    clearTimeout(this.#timer);
    this.#page?.end();
    this.#deps.entry.end();
    this.#sound.close();
  }
}
