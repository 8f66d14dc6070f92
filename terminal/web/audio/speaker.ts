import { decodeAudioFrame, MAX_LEAD_US } from '../../../contract/protocol/frames.ts';
import { MOST_AHEAD_MS } from '../../audio/jitterBuffer.ts';
import type { OwnSound } from '../../audio/ownSounds.ts';
import { ReceivedEnd } from '../../audio/receivedEnd.ts';
import { type Mix, NO_SOUND, type SoundStatus, type Speaker } from '../../audio/speaker.ts';
import { CountingSpeaker } from '../../protocol/countingSpeaker.ts';
import type { FromWorklet, Level, ToWorklet } from '../messages.ts';
import type { CardSync } from './cardSync.ts';
import { StreamDecoder } from './decoder.ts';

/** Time for decoding the first packets of a stream and for passing them to the worklet, µs. */
const DECODING_US = 15_000;

interface Playing {
  fromUs: number;
  gain: number;
  mix: Mix | undefined;
  decoder: StreamDecoder | null;
  /** Frames received while the page was locked whose playback time has not passed. */
  held: Uint8Array[];
}

/**
 * Speaker of the page, in its worker: decodes and passes the samples to the audio worklet. While the browser
 * waits for a click it only counts packets, and keeps those that may still be played.
 */
export class WorkletSpeaker implements Speaker {
  level: Level | null = null;
  /** True while the browser does not allow sound. */
  #blocked = true;
  #port: MessagePort | null = null;
  readonly #mediaUs: () => number | null;
  readonly #counting: CountingSpeaker;
  readonly aheadMs = MOST_AHEAD_MS;
  readonly #ends = new ReceivedEnd();
  readonly #streams = new Map<number, Playing>();
  #statuses = new Map<number, SoundStatus>();
  readonly #card: Pick<CardSync, 'took' | 'aheadUs'>;

  constructor(mediaUs: () => number | null, card: Pick<CardSync, 'took' | 'aheadUs'>) {
    this.#mediaUs = mediaUs;
    this.#card = card;
    this.#counting = new CountingSpeaker(mediaUs);
  }

  get locked(): boolean {
    return this.#blocked || this.#port === null;
  }

  get cardUs(): number | null {
    const { aheadUs } = this.#card;
    return aheadUs === null ? null : aheadUs + DECODING_US;
  }

  /** The worklet's end. */
  connect(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
      this.#statuses = new Map(data.streams);
      this.level = data.level;
      this.#card.took(data.frame);
    };
    this.#change(() => {
      this.#port = port;
    });
  }

  /** Sets whether the browser blocks sound. */
  setBlocked(blocked: boolean): void {
    this.#change(() => {
      this.#blocked = blocked;
    });
  }

  post(message: ToWorklet, transfer: Transferable[] = []): void {
    this.#port?.postMessage(message, transfer);
  }

  open(stream: number, fromUs: number, gain: number, mix?: Mix): void {
    this.#counting.open(stream, fromUs);
    const { decoder, held } = this.#streams.get(stream) ?? { decoder: null, held: [] };
    const playing: Playing = { fromUs, gain, mix, decoder, held };
    this.#streams.set(stream, playing);
    if (!this.locked) this.#begin(stream, playing);
  }

  audio(bytes: Uint8Array): boolean {
    const frame = decodeAudioFrame(bytes);
    const playing = frame && this.#streams.get(frame.stream);
    if (!playing) return false;
    this.#ends.received(frame);
    this.#counting.audio(bytes);
    if (playing.decoder) playing.decoder.decode(bytes);
    else this.#hold(playing, bytes, frame.at_us);
    return true;
  }

  setGain(stream: number, gain: number): void {
    const playing = this.#streams.get(stream);
    if (playing) playing.gain = gain;
    this.post({ type: 'gain', stream, gain });
  }

  flush(stream: number, fromUs: number): void {
    this.#counting.flush(stream, fromUs);
    this.#ends.flush(stream, fromUs);
    const playing = this.#streams.get(stream);
    if (playing) playing.held = playing.held.filter((bytes) => timeOf(bytes) < fromUs);
    this.post({ type: 'flush', stream, fromUs });
  }

  close(stream: number, atUs: number, mayReopen = false): void {
    this.#counting.close(stream, atUs, mayReopen);
    this.post({ type: 'close', stream, atUs, mayReopen });
    if (mayReopen) return;
    this.#streams.get(stream)?.decoder?.close();
    this.#streams.delete(stream);
    this.#ends.forget(stream);
  }

  heldUntil(stream: number): number | null {
    return this.#ends.of(stream);
  }

  reset(carry = false): void {
    this.#counting.reset();
    this.#ends.clear();
    for (const { decoder } of this.#streams.values()) decoder?.close();
    this.#streams.clear();
    this.#statuses.clear();
    this.post({ type: 'reset', carry });
  }

  status(stream: number): SoundStatus {
    if (this.locked) return { ...this.#counting.status(stream), sounding: false };
    return this.#statuses.get(stream) ?? NO_SOUND;
  }

  tone(sound: OwnSound | null = 'test'): boolean {
    this.post({ type: 'tone', sound });
    return !this.locked;
  }

  #change(change: () => void): void {
    const before = this.locked;
    change();
    if (this.locked === before) return;
    this.level = null;
    for (const [stream, playing] of this.#streams) {
      if (this.locked) this.#silence(playing);
      else this.#begin(stream, playing);
    }
  }

  #begin(stream: number, playing: Playing): void {
    const [first] = playing.held;
    const fromUs = first ? timeOf(first) : playing.fromUs;
    this.post({ type: 'open', stream, fromUs, gain: playing.gain, mix: playing.mix });
    playing.decoder ??= new StreamDecoder((atUs, pcm) => {
      this.post({ type: 'push', stream, atUs, pcm }, [pcm.buffer]);
    });
    for (const bytes of playing.held.splice(0)) playing.decoder.decode(bytes);
  }

  #silence(playing: Playing): void {
    playing.decoder?.close();
    playing.decoder = null;
  }

  #hold(playing: Playing, bytes: Uint8Array, atUs: number): void {
    const now = this.#mediaUs() ?? atUs - MAX_LEAD_US;
    playing.held = playing.held.filter((held) => timeOf(held) >= now);
    playing.held.push(bytes);
  }
}

function timeOf(bytes: Uint8Array): number {
  return decodeAudioFrame(bytes)?.at_us ?? 0;
}
