import { compareRank, type Rank } from '../../../../contract/protocol/arbitration.ts';
import { volumeToGain } from '../../../../contract/protocol/audio.ts';
import type { ToTerminal } from '../../../../contract/protocol/terminal.ts';
import type { Delivery } from '../../terminals/gateway/terminals.types.ts';
import type { ForeignLink, SharedOutput } from '../foreignLink.ts';
import type { Sender } from '../sender.ts';
import type { CallFrames } from './callFrames.ts';
import type { CallTimes, Dialler, SoundCall } from './soundCall.types.ts';

/** Sound in each packet of a call, ms. */
export const PACKET_MS = 20;

interface OpenStream {
  rank: Rank;
  volume: number | null;
  from_us: number;
}

export interface CalledDeps {
  sender: Pick<Sender, 'send'>;
  frames: CallFrames;
  times: CallTimes;
  /** The media clock, µs. */
  now(): number;
  rankOf(stream: number): Rank;
  /** Called when its call or what it is sent has changed. */
  changed(): void;
}

/** Loudspeaker that is called while a stream is open at it, and called again when the call is refused or lost. */
export class CalledLoudspeaker implements SharedOutput {
  readonly #dialler: Dialler;
  readonly #deps: CalledDeps;
  readonly #streams = new Map<number, OpenStream>();
  #link: ForeignLink | null = null;
  #call: SoundCall | null = null;
  #isCalling = false;
  #refused: number | null = null;
  #sent: number | null = null;
  #retryMs: number;
  #retry: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;

  constructor(dialler: Dialler, deps: CalledDeps) {
    this.#dialler = dialler;
    this.#deps = deps;
    this.#retryMs = deps.times.retryMs;
  }

  get address(): string {
    return this.#dialler.address;
  }

  get delayMs(): number {
    return this.#dialler.delayMs;
  }

  message(link: ForeignLink, message: ToTerminal): void {
    this.#link = link;
    const { frames } = this.#deps;
    if (message.type === 'stream.open') {
      const { stream, from_us, volume } = message;
      if (!this.#streams.has(stream)) frames.open(stream, from_us);
      this.#streams.set(stream, { rank: this.#deps.rankOf(stream), volume, from_us });
      clearTimeout(this.#end);
      if (this.#call === null) void this.#start();
      else this.#play(from_us);
      // Streams of many loudspeakers are opened after their rows were shown.
      this.#deps.changed();
    } else if (message.type === 'stream.close') this.#close(message.stream, message.at_us);
    else if (message.type === 'stream.flush') frames.flush(message.stream, message.from_us);
    else if (message.type === 'stream.volume') {
      const stream = this.#streams.get(message.stream);
      if (stream === undefined || stream.volume === message.volume) return;
      stream.volume = message.volume;
      this.#play(stream.from_us);
    }
  }

  #close(id: number, at_us: number): void {
    if (!this.#streams.delete(id)) return;
    this.#deps.frames.close(id, at_us);
    this.#play(at_us);
    if (this.#streams.size > 0) return;
    clearTimeout(this.#retry);
    const restMs = Math.max(0, (at_us - this.#deps.now()) / 1000);
    this.#end = setTimeout(() => this.#hangUp(), restMs + this.#deps.times.keptMs);
  }

  audio(frame: Uint8Array): void {
    this.#deps.frames.audio(frame);
  }

  /** Applies the volume of its terminal that has changed. */
  volumeChanged(): void {
    if (this.#streams.size > 0) this.#play(0);
  }

  delivery(_link: ForeignLink, stream: number): Delivery {
    if (!this.#streams.has(stream)) return 'none';
    const state = this.#call?.state.kind;
    if (state === 'answered') return this.#sent === stream ? 'answered' : 'other';
    if (this.#refused !== null) return { refused: this.#refused, protocol: this.#dialler.protocol };
    return state === 'ringing' ? 'ringing' : 'calling';
  }

  async #start(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#isCalling || this.#call !== null) return;
    this.#isCalling = true;
    try {
      const call = await this.#dialler.dial((one) => {
        if (this.#call === one) this.#changed(one);
      });
      if (this.#streams.size === 0) call?.hangUp();
      else if (call === null) this.#again();
      else this.#call = call;
    } catch {
      this.#again();
    } finally {
      this.#isCalling = false;
    }
  }

  #changed({ id, state }: SoundCall): void {
    if (state.kind === 'taking' || state.kind === 'answered') {
      this.#play(0);
      if (state.kind === 'answered') {
        this.#refused = null;
        this.#retryMs = this.#deps.times.retryMs;
      }
    } else if (state.kind === 'refused' || state.kind === 'lost') {
      this.#call = null;
      this.#forget(id);
      this.#refused = state.kind === 'refused' ? state.status : null;
      if (this.#streams.size > 0) this.#again();
    }
    this.#deps.changed();
  }

  /** Calls again after a wait that doubles. */
  #again(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#start(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, this.#deps.times.longestRetryMs);
  }

  /** Routes the highest open stream to the call from a time on. */
  #play(from_us: number): void {
    const call = this.#call;
    if (call?.state.kind !== 'answered' && call?.state.kind !== 'taking') return;
    const ordered = [...this.#streams].sort(([, a], [, b]) => compareRank(a.rank, b.rank));
    const [id, stream] = ordered[0] ?? [null, null];
    const { codec, to } = call.state;
    const isOther = this.#sent !== id;
    this.#sent = id;
    this.#deps.sender.send({
      ...{ type: 'play', call: call.id, from_us },
      sound: stream && {
        ...{ stream: id as number, gain: volumeToGain(stream.volume ?? this.#link?.volume ?? 100) },
        ...{ codec, packet_ms: PACKET_MS, delay_ms: this.#dialler.delayMs, to },
      },
    });
    if (isOther) this.#deps.changed();
  }

  #forget(call: number): void {
    this.#sent = null;
    this.#deps.sender.send({ type: 'hang_up', call });
  }

  #hangUp(): void {
    const call = this.#call;
    this.#call = null;
    this.#refused = null;
    if (call === null) return;
    this.#forget(call.id);
    call.hangUp();
  }

  /** Ends its call and forgets its streams: it cannot be reached, or is no longer a loudspeaker. */
  reset(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#end);
    for (const id of this.#streams.keys()) this.#deps.frames.close(id, this.#deps.now());
    this.#streams.clear();
    this.#retryMs = this.#deps.times.retryMs;
    this.#hangUp();
  }
}
