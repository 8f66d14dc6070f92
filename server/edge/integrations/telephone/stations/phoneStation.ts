import type { PhoneStation as PhonePlace } from '../../../../../contract/entities/terminals/dialogue.ts';
import type { SipAnswer } from '../../../../../contract/entities/terminals/sipTransport.ts';
import type { CallState } from '../../../../../contract/protocol/call.ts';
import { decodeAudioFrame } from '../../../../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../../../../contract/protocol/terminal.ts';
import type { StatusOf } from '../../../../../contract/protocol/terminalStatus.ts';
import type { By } from '../../../../air/broadcast/startTask.ts';
import type { TalkSessionDeps } from '../../../../air/talk/waitingPage.ts';
import type { AdoptedTerminal } from '../../../../site/terminals/directory.ts';
import type { Delivery, Gateway, TerminalLink } from '../../../../site/terminals/gateway/terminals.types.ts';
import { Uplinks } from '../../../../site/terminals/gateway/uplinks.ts';
import type { PageOrder } from '../phonePage.ts';
import { PhoneSpeech } from './phoneSpeech.ts';
import { RingingCall, type RingingDeps } from './ringingCall.ts';
import type { StationCall } from './stationCall.types.ts';

/** Time ahead of being heard for which sound is stored, µs. */
const RESERVE_US = 200_000;
/** Time that the process of telephone calls keeps sound before it is sent, µs. */
const LEAD_US = 60_000;
/** Longest name of the other side in a status. */
const MAX_PEER = 60;

export interface PhoneStationDeps extends RingingDeps {
  gateway: Pick<Gateway, 'called' | 'reported'>;
  talk: TalkSessionDeps;
  /** Tells if a station can call a number. */
  canCall(station: number, number: string): boolean;
}

/**
 * Phone of a telephone system as a call station: the messages that a station is sent become SIP calls, and what the
 * phone does becomes the messages of a station.
 */
export class PhoneStation implements TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  readonly place: PhonePlace;
  readonly address: string;
  readonly language = 'cn';
  readonly bufferedBytes = 0;
  readonly unconfirmedBytes = 0;
  readonly reserveUs = RESERVE_US;
  readonly held = null;
  readonly droppedFrames = 0;
  readonly uplinks = new Uplinks();
  readonly leadUs = LEAD_US;
  readonly report = null;
  readonly reportAgeMs = 0;
  readonly #deps: PhoneStationDeps;
  readonly #code: string;
  /** SIP call of the phone; null: none. */
  #sip: StationCall | null = null;
  /** Speech for which it was rung; null: none. */
  #speech: PhoneSpeech | null = null;
  /** Call of stations, and the stream on which the phone speaks; null: not connected. */
  #call = 0;
  #stream: number | null = null;

  constructor(
    { id, org, code }: Pick<AdoptedTerminal, 'id' | 'org' | 'code'>,
    place: PhonePlace,
    deps: PhoneStationDeps,
  ) {
    this.terminalId = id;
    this.org = org;
    this.place = place;
    this.#code = code;
    this.address = deps.line.place.host;
    this.#deps = deps;
  }

  send(message: ToTerminal): void {
    if (message.type === 'call.state') this.#follow(message);
  }

  #follow({ call, state, stream, reason, peer }: CallState): void {
    this.#call = call;
    this.#report(state === 'ended' ? 'idle' : state, state === 'ended' ? '' : peer.name);
    if (state === 'ringing') this.#ring('none');
    else if (state === 'calling') this.#sip?.calling();
    else if (state === 'talking') {
      this.#stream = stream ?? null;
      // Connected without ringing: the phone is asked to answer by itself.
      if (this.#sip === null) this.#ring('call_info');
      else this.#sip.connected();
    } else {
      const sip = this.#sip;
      this.#leave();
      sip?.hangUp(reason ?? null);
    }
  }

  #report(state: StatusOf<'dialogue'>['state'], peer = ''): void {
    const status = { state, peer: peer.slice(0, MAX_PEER), level_db: null };
    this.#deps.gateway.reported(this.terminalId, { type: 'status', kind: 'dialogue', ...status });
  }

  #leave(): void {
    this.#sip = null;
    this.#call = 0;
    this.#stream = null;
  }

  #ring(answer: SipAnswer): void {
    if (!this.isFree) return;
    const ringing = new RingingCall(this.#deps, this.place.number, answer, {
      answered: () => this.#say('call.answer'),
      packet: (packet) => this.speak(sip, packet),
      ended: () => this.left(sip),
    });
    const sip: StationCall = {
      connected: () => undefined,
      calling: () => undefined,
      hear: (stream, packet) => ringing.hear(stream, packet),
      hangUp: () => ringing.hangUp(),
    };
    this.#sip = sip;
  }

  #say(type: 'call.answer' | 'call.hangup'): void {
    this.#deps.gateway.called(this, { type, call: this.#call });
  }

  /** Tells if the phone can call a number now. */
  canCall(number: string): boolean {
    return this.isFree && this.#deps.canCall(this.terminalId, number);
  }

  /** Tells if the phone is in no call with this server. */
  get isFree(): boolean {
    return this.#sip === null && this.#speech === null;
  }

  get speech(): PhoneSpeech | null {
    return this.#speech;
  }

  /** Rings the phone, whose user then speaks in the name of an account. The phone must be free. */
  speakFor(by: By, order: PageOrder, name: string): void {
    const { number } = this.place;
    this.#report('ringing');
    this.#speech = new PhoneSpeech(this.#deps, by, order, { number, name, station: this.#code }, (isOver) => {
      if (isOver) this.#speech = null;
      this.#report(isOver ? 'idle' : 'paging');
    });
  }

  /** Calls a number for a phone that has called this server. */
  dial(sip: StationCall, number: string): void {
    this.#sip = sip;
    this.#deps.gateway.called(this, { type: 'call.dial', number });
  }

  /** Takes a packet of the phone. */
  speak(sip: StationCall, packet: Uint8Array): void {
    if (sip === this.#sip && this.#stream !== null) this.uplinks.push(this.#stream, packet);
  }

  /** Notes that the phone has hung up, or has gone. */
  left(sip: StationCall): void {
    if (sip !== this.#sip) return;
    const call = this.#call;
    this.#leave();
    this.#deps.gateway.called(this, { type: 'call.hangup', call });
  }

  sendAudio(bytes: Uint8Array): void {
    const frame = this.#sip === null ? null : decodeAudioFrame(bytes);
    for (const packet of frame?.packets ?? []) this.#sip?.hear(frame?.stream ?? 0, packet);
  }

  together(send: () => void): void {
    send();
  }

  delivery = (): Delivery => (this.#stream === null ? 'none' : 'answered');

  /** Ends the call of the phone: the station is removed, or cannot be reached any more. */
  close(): void {
    const sip = this.#sip;
    this.#leave();
    sip?.hangUp(null);
    this.#speech?.end();
  }
}
