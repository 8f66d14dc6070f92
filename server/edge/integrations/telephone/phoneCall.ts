import { AppError } from '../../../../contract/api/errors.ts';
import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import type { IncomingCall } from '../../../platform/sip/incomingCall.ts';
import { actingFor } from '../actingAccount.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { type CheckPinDeps, checkPin, type PhoneCaller } from './checkPin.ts';
import { DialEntry, type Entered } from './dialEntry.ts';
import { doAction, type PhoneActionDeps } from './phoneActions.ts';
import { PhoneIntercom } from './phoneIntercom.ts';
import { PhoneListening } from './phoneListening.ts';
import { PhonePage } from './phonePage.ts';
import { type PhoneSession, type PhoneSessionDeps, startSession } from './phoneSession.ts';
import type { CallSound } from './phoneSound.ts';
import type { ToneName } from './phoneSound.types.ts';
import type { PhoneStation } from './stations/phoneStation.ts';
import { toneMs } from './tones.ts';
import { watchPhone } from './watchPhone.ts';

/** Times of a call, ms. */
const DIAL_MS = 30_000;
const AFTER_TONE_MS = 300;
/** Wrong entries after which a call is ended. */
const MAX_WRONG = 3;

export interface PhoneCallDeps extends CheckPinDeps, PhoneActionDeps, PhoneSessionDeps {
  /** Call station that the caller is; null: none. */
  station: PhoneStation | null;
  callers: Pick<Callers, 'fromAccount'>;
  /** The integration as it is now; undefined: it is gone or disabled. */
  rowOf(): IntegrationRow | undefined;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/** One answered call: asks for a code and its PIN, does what the code stands for, and ends. */
export class PhoneCall {
  readonly #deps: PhoneCallDeps;
  readonly #call: IncomingCall;
  readonly #sound: CallSound;
  readonly #caller: PhoneCaller;
  readonly #entry: DialEntry;
  #session: PhoneSession | PhoneIntercom | null = null;
  #state: 'dialling' | 'acting' | 'ending' | 'over' = 'dialling';
  #wrong = 0;
  #timer: NodeJS.Timeout | undefined;
  #unwatch: (() => void) | null = null;

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
    if (this.#callStation()) return;
    this.#sound.tone(this.#entry.asks);
    this.#wait();
  }

  /** Calls the station whose number was entered, for which no PIN is needed. Returns whether it is one. */
  #callStation(): boolean {
    const { station, entry, rowOf } = this.#deps;
    const number = this.#entry.code;
    const isCode = rowOf()?.dial_plan.some(({ code }) => code === number) !== false;
    if (number === null || isCode || station?.canCall(number) !== true) return false;
    this.#state = 'acting';
    clearTimeout(this.#timer);
    const over = (isRefused: boolean) => this.#finish(isRefused ? 'refused' : 'done');
    this.#session = new PhoneIntercom(station, this.#sound, entry, over);
    this.#watch();
    this.#session.dial(number);
    return true;
  }

  #watch(): void {
    this.#unwatch = watchPhone(this.#call, () => this.hangUp());
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finish('refused'), DIAL_MS);
  }

  /** Takes a digit; its value is neither stored nor logged. */
  digit(digit: string): void {
    if (this.#session instanceof PhoneListening && digit === '#') this.#dialAnother(this.#session);
    if (this.#state !== 'dialling') return;
    this.#wait();
    const before = this.#entry.asks;
    const entered = this.#entry.press(digit);
    if (entered !== null) void this.#enter(entered);
    else if (this.#entry.asks !== before && !this.#callStation()) this.#sound.tone('pin');
  }

  /** Ends listening: another code can be dialled. */
  #dialAnother(listening: PhoneListening): void {
    listening.end();
    this.#unwatch?.();
    this.#session = null;
    this.#ask();
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
    try {
      this.#session = startSession(this.#deps, { by, code, number }, this.#sound, (isRefused) =>
        this.#finish(isRefused ? 'refused' : 'done'),
      );
      if (this.#session instanceof PhoneListening) this.#watch();
      if (this.#session !== null) return;
      await doAction(this.#deps, by, code, `${row.name} · ${number}`.slice(0, 50));
    } catch (error) {
      this.#deps.dialled(by, code, number, false);
      throw error;
    }
    this.#deps.dialled(by, code, number, true);
    this.#deps.entry.result('done');
    this.#finish('done');
  }

  packet(packet: Uint8Array): void {
    const session = this.#session;
    if (session instanceof PhonePage || session instanceof PhoneIntercom) session.push(packet);
  }

  /** Ends what its account may no longer do. */
  async checkRights(): Promise<void> {
    const row = this.#deps.rowOf();
    // Calls of stations need no right.
    if (this.#session === null || this.#session instanceof PhoneIntercom) return;
    this.#session.checked(row === undefined ? null : await this.#by(row));
  }

  /** Plays a last tone, and ends the call. */
  #finish(tone: ToneName): void {
    if (this.#state === 'ending' || this.#state === 'over') return;
    this.#state = 'ending';
    this.#unwatch?.();
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
    this.#unwatch?.();
    clearTimeout(this.#timer);
    this.#session?.end();
    this.#deps.entry.end();
    this.#sound.close();
  }
}
