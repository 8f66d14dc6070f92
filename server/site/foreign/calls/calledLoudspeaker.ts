import { MAX_DELAY_MS } from '../../../../contract/entities/terminals/sipTransport.ts';
import { compareRank, type Rank } from '../../../../contract/protocol/arbitration.ts';
import { volumeToGain } from '../../../../contract/protocol/audio.ts';
import type { ToTerminal } from '../../../../contract/protocol/terminal.ts';
import type { Delivery, SoundCalling } from '../../terminals/gateway/terminals.types.ts';
import type { ForeignLink, SharedOutput } from '../foreignLink.ts';
import type { Sender } from '../sender.ts';
import type { CallFrames } from './callFrames.ts';
import { KeptCall } from './keptCall.ts';
import type { CallTimes, Dialler } from './soundCall.types.ts';

/** Sound in each packet of a call, ms. */
export const PACKET_MS = 20;

interface OpenStream {
  rank: Rank;
  volume: number | null;
  from_us: number;
  /** Time from leaving to sounding with which its packets are sent, ms. */
  delayMs: number;
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

/** Loudspeaker that is called while a stream is open at it, or a broadcast that is about to begin wants it. */
export class CalledLoudspeaker implements SharedOutput {
  readonly #dialler: Dialler;
  readonly #deps: CalledDeps;
  readonly #call: KeptCall;
  readonly #streams = new Map<number, OpenStream>();
  /** Broadcasts that are about to begin. */
  readonly #expected = new Set<object>();
  #link: ForeignLink | null = null;
  #sent: number | null = null;
  readonly calling: SoundCalling;

  constructor(dialler: Dialler, deps: CalledDeps) {
    this.#dialler = dialler;
    this.#deps = deps;
    const call = new KeptCall(dialler, deps.times, {
      taken: () => this.#play(0),
      over: (id) => this.#forget(id),
      changed: deps.changed,
    });
    this.#call = call;
    this.calling = {
      get state() {
        return call.state;
      },
      prepare: () => this.#prepare(),
    };
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
      const delayMs = this.#delayOf(from_us);
      this.#streams.set(stream, { rank: this.#deps.rankOf(stream), volume, from_us, delayMs });
      this.#call.want();
      this.#play(from_us);
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
    this.#letGo(Math.max(0, (at_us - this.#deps.now()) / 1000));
  }

  /** Calls it for a broadcast that has not begun. */
  #prepare(): () => void {
    const broadcast = {};
    this.#expected.add(broadcast);
    this.#call.want();
    return () => {
      if (this.#expected.delete(broadcast)) this.#letGo(0);
    };
  }

  #letGo(restMs: number): void {
    if (this.#streams.size === 0 && this.#expected.size === 0) this.#call.letGo(restMs);
  }

  /**
   * Delay with which a stream is sent, ms. Live speech and alarms are opened with less lead than a long delay: they
   * are sent as others are, and sound later there.
   */
  #delayOf(from_us: number): number {
    const leadMs = (from_us - this.#deps.now()) / 1000;
    return Math.min(this.#dialler.delayMs, Math.max(MAX_DELAY_MS, Math.floor(leadMs)));
  }

  audio(frame: Uint8Array): void {
    this.#deps.frames.audio(frame);
  }

  /** Applies the volume of its terminal that has changed. */
  volumeChanged(): void {
    if (this.#streams.size > 0) this.#play(0);
  }

  delivery(_link: ForeignLink, stream: number): Delivery {
    const { current, refused } = this.#call;
    const state = current?.state.kind;
    // A broadcast that waits has no stream yet.
    if (!this.#streams.has(stream) && (this.#expected.size === 0 || this.#call.state === 'ready'))
      return 'none';
    if (state === 'answered') return this.#sent === stream ? 'answered' : 'other';
    if (refused !== null) return { refused, protocol: this.#dialler.protocol };
    return state === 'ringing' ? 'ringing' : 'calling';
  }

  /** Routes the highest open stream to the call from a time on. */
  #play(from_us: number): void {
    const call = this.#call.current;
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
        ...{ codec, packet_ms: PACKET_MS, delay_ms: stream.delayMs, to },
      },
    });
    if (isOther) this.#deps.changed();
  }

  #forget(call: number): void {
    this.#sent = null;
    this.#deps.sender.send({ type: 'hang_up', call });
  }

  /** Ends its call and forgets its streams: it cannot be reached, or is no longer a loudspeaker. */
  reset(): void {
    for (const id of this.#streams.keys()) this.#deps.frames.close(id, this.#deps.now());
    this.#streams.clear();
    this.#expected.clear();
    this.#call.reset();
  }
}
