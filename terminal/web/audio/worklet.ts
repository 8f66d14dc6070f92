import { Playout } from '../../audio/playout.ts';
import type { FrameMap, FromWorklet, Probe, ToWorklet } from '../messages.ts';

// Globals of AudioWorkletGlobalScope, which TypeScript's DOM library does not declare.
declare const sampleRate: number;
declare const currentFrame: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

/** Interval of state messages, s. */
const STATUS_S = 0.1;

interface Options {
  processorOptions: { probe: boolean };
}

/** The loudspeaker of the terminal page: renders the playout to the sound card, controlled by the worker. */
class SpeakerProcessor extends AudioWorkletProcessor {
  readonly #playout = new Playout(sampleRate);
  readonly #streams = new Set<number>();
  readonly #probe: boolean;
  #worker: MessagePort | null = null;
  #map: FrameMap | null = null;
  #statusFrame = 0;

  constructor(options: Options) {
    super();
    this.#probe = options.processorOptions.probe;
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.#worker = data;
      data.onmessage = (event: MessageEvent<ToWorklet>) => this.#take(event.data);
    };
  }

  process(_inputs: Float32Array[][], [channels]: Float32Array[][]): boolean {
    const [first, ...others] = channels ?? [];
    if (!first) return true;
    const map = this.#map;
    const mediaUs = map && map.mediaUs + (currentFrame - map.frame) * map.usPerFrame;
    this.#playout.render(first, mediaUs);
    for (const other of others) other.set(first);
    if (this.#probe) {
      const samples = first.slice();
      this.port.postMessage({ frame: currentFrame, mediaUs, samples } satisfies Probe, [samples.buffer]);
    }
    if (currentFrame >= this.#statusFrame) this.#sendStatus();
    return true;
  }

  #sendStatus(): void {
    this.#statusFrame = currentFrame + STATUS_S * sampleRate;
    const streams = [...this.#streams].map((n): FromWorklet['streams'][number] => [
      n,
      this.#playout.status(n),
    ]);
    this.#worker?.postMessage({
      type: 'status',
      streams,
      level: this.#playout.level,
      frame: currentFrame,
    } satisfies FromWorklet);
  }

  #take(message: ToWorklet): void {
    const playout = this.#playout;
    if (message.type === 'map') {
      this.#map = message.map;
      playout.broke(message.map?.brokeUs ?? 0);
    }
    if (message.type === 'push') playout.push(message.stream, message.atUs, message.pcm);
    else if (message.type === 'open') {
      this.#remember(message.stream);
      playout.open(message.stream, message.fromUs, message.gain, message.mix);
    } else if (message.type === 'gain') playout.setGain(message.stream, message.gain);
    else if (message.type === 'flush') playout.flush(message.stream, message.fromUs);
    else if (message.type === 'close') playout.close(message.stream, message.atUs, message.mayReopen);
    else if (message.type === 'reset') playout.reset(message.carry);
    else if (message.type === 'tone') playout.tone(message.sound);
  }

  /** The newest streams are reported; older ones are long over. */
  #remember(stream: number): void {
    this.#streams.delete(stream);
    this.#streams.add(stream);
    for (const oldest of this.#streams) if (this.#streams.size > 4) this.#streams.delete(oldest);
  }
}

registerProcessor('tocsin-speaker', SpeakerProcessor as unknown as typeof AudioWorkletProcessor);
