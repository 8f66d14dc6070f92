import type { CallEnd } from '../../../../contract/protocol/call.ts';
import type { LoggedCall } from './phoneLog.ts';
import type { CallSound } from './phoneSound.ts';
import type { PhoneStation } from './stations/phoneStation.ts';
import type { StationCall } from './stations/stationCall.types.ts';

/** Interval of the tone by which a caller hears that a station rings, ms. */
const RING_EVERY_MS = 4_000;

/** Call of a phone, which has called this server, to a station. */
export class PhoneIntercom implements StationCall {
  readonly #station: PhoneStation;
  readonly #sound: CallSound;
  readonly #entry: Pick<LoggedCall, 'result'>;
  readonly #over: (isRefused: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  #hasTalked = false;
  #isOver = false;

  /** @param over called once, when it was refused or has ended */
  constructor(
    station: PhoneStation,
    sound: CallSound,
    entry: Pick<LoggedCall, 'result'>,
    over: (isRefused: boolean) => void,
  ) {
    this.#station = station;
    this.#sound = sound;
    this.#entry = entry;
    this.#over = over;
  }

  dial(number: string): void {
    this.#station.dial(this, number);
  }

  calling(): void {
    if (this.#timer !== undefined) return;
    this.#entry.result('calling');
    this.#sound.tone('ringing');
    this.#timer = setInterval(() => this.#sound.tone('ringing'), RING_EVERY_MS);
  }

  connected(): void {
    clearInterval(this.#timer);
    if (this.#hasTalked || this.#isOver) return;
    this.#hasTalked = true;
    this.#entry.result('talking');
    this.#sound.listen(true);
  }

  hear(stream: number, packet: Uint8Array): void {
    this.#sound.hear(stream, 'speech', packet);
  }

  hangUp(reason: CallEnd | null): void {
    if (!this.#close()) return;
    const isRefused = !this.#hasTalked || reason === 'replaced';
    this.#entry.result(this.#hasTalked ? 'done' : 'refused');
    this.#over(isRefused);
  }

  /** Passes a packet of the caller on. */
  push(packet: Uint8Array): void {
    this.#station.speak(this, packet);
  }

  /** Ends it: the caller has hung up. */
  end(): void {
    if (!this.#close()) return;
    if (this.#hasTalked) this.#entry.result('done');
    this.#station.left(this);
  }

  #close(): boolean {
    clearInterval(this.#timer);
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#sound.listen(false);
    return true;
  }
}
