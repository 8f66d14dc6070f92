import { DUCK_DB } from '../../../contract/protocol/arbitration.ts';
import { PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { ListenRequest, ToListener } from '../../../contract/protocol/listen.ts';

type ToMix = Extract<ToListener, { type: 'listen.mix' }>;

/** Messages about a terminal that is listened to: the server's, and those of the player here. */
export type ListenEvent =
  | Exclude<ToListener, { type: 'listen.mix' }>
  /** Level of the sound played, ten times a second, dBFS. */
  | { type: 'level'; level: number; peak: number }
  | { type: 'ended' };

export interface ListeningDeps {
  /** Fetches a one-time ticket (`POST /v1/listen/ticket`). */
  ticket: () => Promise<string>;
  /** `ws:` or `wss:` and host, without a path. */
  origin: string;
}

export type OpenListening = (
  request: Partial<ListenRequest>,
  news: (news: ListenEvent) => void,
) => () => void;

/** Length of the playback buffer, s: it absorbs the jitter of the network and of the page. */
const BUFFER_S = 0.12;
const LEVEL_PACKETS = 5;

/** Plays in this browser what a terminal plays or picks up; the returned function stops it. */
export function openListening(deps: ListeningDeps): OpenListening {
  return (request, news) => {
    let closed = false;
    let socket: WebSocket | null = null;
    const player = createPlayer((level, peak) => news({ type: 'level', level, peak }));
    deps.ticket().then(
      (ticket) => {
        if (closed) return;
        const opened = new WebSocket(`${deps.origin}/v1/listen?ticket=${encodeURIComponent(ticket)}`);
        opened.binaryType = 'arraybuffer';
        socket = opened;
        opened.onopen = () => opened.send(JSON.stringify({ type: 'listen', ...request }));
        opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
          if (typeof data !== 'string') return player.take(new Uint8Array(data));
          const message = JSON.parse(data) as ToListener;
          if (message.type === 'listen.mix') player.mix(message);
          else news(message);
        };
        opened.onclose = () => end(true);
      },
      () => end(true),
    );
    function end(isNotified: boolean): void {
      if (closed) return;
      closed = true;
      if (socket !== null) socket.onclose = null;
      socket?.close();
      player.close();
      if (isNotified) news({ type: 'ended' });
    }
    return () => end(false);
  };
}

/** Most streams played at once: both sides of a call, speech over programme, and their successors. */
const MAX_STREAMS = 4;
/** Time constants of ducking and of recovery, and how long speech is waited for before recovery, s. */
const [DOWN_S, UP_S, HOLD_S] = [0.05, 0.17, 0.25];
const LOWEST = 10 ** (-DUCK_DB / 20);

function createPlayer(level: (level: number, peak: number) => void) {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  const meter = createMeter(level);
  const voices = new Map<number, Voice>();
  const mixes = new Map<number, ToMix['mix']>();
  return {
    mix({ stream, mix }: ToMix): void {
      mixes.set(stream, mix);
    },
    take(bytes: Uint8Array): void {
      const frame = decodeAudioFrame(bytes);
      if (frame === null) return;
      let voice = voices.get(frame.stream);
      if (voice === undefined || voice.isOver) {
        voice?.close();
        voice = new Voice(context, meter);
        voices.set(frame.stream, voice);
        for (const [stream, old] of voices)
          if (voices.size > MAX_STREAMS) {
            old.close();
            voices.delete(stream);
          }
      }
      if (mixes.get(frame.stream) === 'speech')
        for (const [stream, other] of voices) if (mixes.get(stream) === 'programme') other.lower();
      for (const [i, data] of frame.packets.entries()) voice.take(data, frame.at_us + i * PACKET_US);
    },
    close(): void {
      for (const voice of voices.values()) voice.close();
      void context.close();
    },
  };
}

/** One stream, decoded and played as it arrives. */
class Voice {
  readonly #context: AudioContext;
  readonly #decoder: AudioDecoder;
  readonly #loudness: GainNode;
  #next = 0;

  constructor(context: AudioContext, measure: (pcm: Float32Array) => void) {
    this.#context = context;
    this.#loudness = context.createGain();
    this.#loudness.connect(context.destination);
    this.#decoder = new AudioDecoder({ output: (data) => this.#play(data, measure), error: () => {} });
    this.#decoder.configure({ codec: 'opus', sampleRate: SAMPLE_RATE, numberOfChannels: 1 });
  }

  /** A packet that is not Opus closes the decoder. */
  get isOver(): boolean {
    return this.#decoder.state === 'closed';
  }

  take(data: Uint8Array, timestamp: number): void {
    if (!this.isOver) this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
  }

  /** Ducks the stream for a moment, while speech is played over it. */
  lower(): void {
    const { gain } = this.#loudness;
    const now = this.#context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setTargetAtTime(LOWEST, now, DOWN_S);
    gain.setTargetAtTime(1, now + HOLD_S, UP_S);
  }

  close(): void {
    if (!this.isOver) this.#decoder.close();
  }

  #play(data: AudioData, measure: (pcm: Float32Array) => void): void {
    const context = this.#context;
    const pcm = new Float32Array(data.numberOfFrames);
    data.copyTo(pcm, { planeIndex: 0, format: 'f32-planar' });
    data.close();
    const { value } = this.#loudness.gain;
    measure(value === 1 ? pcm : pcm.map((x) => x * value));
    if (context.state === 'closed') return;
    const buffer = context.createBuffer(1, pcm.length, SAMPLE_RATE);
    buffer.copyToChannel(pcm, 0);
    const node = context.createBufferSource();
    node.buffer = buffer;
    node.connect(this.#loudness);
    // Late, or far ahead after a gap: start again with a full buffer.
    const lead = this.#next - context.currentTime;
    if (lead < 0 || lead > 4 * BUFFER_S) this.#next = context.currentTime + BUFFER_S;
    node.start(this.#next);
    this.#next += buffer.duration;
  }
}

/** Reports the level of the sound played; of two streams, that of their sum. */
function createMeter(level: (level: number, peak: number) => void) {
  let sums = { square: 0, peak: 0, samples: 0, packets: 0 };
  const db = (amplitude: number) => 20 * Math.log10(Math.max(amplitude, 1e-6));
  return (pcm: Float32Array) => {
    for (const x of pcm) {
      sums.square += x * x;
      sums.peak = Math.max(sums.peak, Math.abs(x));
    }
    sums.samples += pcm.length;
    if (++sums.packets < LEVEL_PACKETS) return;
    level(db(Math.sqrt(sums.square / sums.samples)), db(sums.peak));
    sums = { square: 0, peak: 0, samples: 0, packets: 0 };
  };
}
