import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import type { Probe } from '../messages.ts';
import workletUrl from './worklet.ts?worker&url';

/** Timeout of the browser's answer whether sound is allowed, ms. */
const RESUME_MS = 500;
/** Name of the event on `window` with the samples of the card, enabled by `?probe` in the address. */
export const PROBE_EVENT = 'tocsin-probe';

/** The sound card of a browser: an audio context whose worklet plays what comes through a port. */
export class Output {
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  readonly #changed: (locked: boolean) => void;

  /** Calls `changed` with whether the browser waits for a click, at first and at each change. */
  constructor(changed: (locked: boolean) => void) {
    this.#changed = changed;
    this.#context.onstatechange = () => changed(this.locked);
  }

  get rate(): number {
    return this.#context.sampleRate;
  }

  get locked(): boolean {
    return this.#context.state !== 'running';
  }

  /** Starts the worklet; resolves with the port to it. */
  async start(): Promise<MessagePort> {
    await this.#context.audioWorklet.addModule(workletUrl);
    const probe = new URLSearchParams(location.search).has('probe');
    const node = new AudioWorkletNode(this.#context, 'tocsin-speaker', {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions: { probe },
    });
    if (probe) node.port.onmessage = ({ data }: MessageEvent<Probe>) => this.#dispatchProbe(data);
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage(port2, [port2]);
    node.connect(this.#context.destination);
    await this.unlock();
    return port1;
  }

  /** Asks the browser to allow sound; without a click it may never answer. */
  async unlock(): Promise<void> {
    const wait = new Promise((resolve) => setTimeout(resolve, RESUME_MS));
    if (this.locked) await Promise.race([this.#context.resume(), wait]).catch(() => {});
    this.#changed(this.locked);
  }

  /** Frame and its playback time (page clock, µs since 1970); null while stopped. */
  stamp(): { frame: number; us: number } | null {
    if (this.locked) return null;
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp();
    if (contextTime > 0 && performanceTime > 0)
      return { frame: contextTime * this.rate, us: pageUs(performanceTime) };
    // Without output timestamps the time is derived from the reported latency.
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0;
    return { frame: (this.#context.currentTime - latency) * this.rate, us: pageUs(performance.now()) };
  }

  #dispatchProbe(probe: Probe): void {
    window.dispatchEvent(
      new CustomEvent(PROBE_EVENT, { detail: { ...probe, rate: this.rate, stamp: this.stamp() } }),
    );
  }
}

/** A `performance.now()` of this page as µs since 1970 on the monotonic clock. */
export function pageUs(performanceMs: number): number {
  return (performance.timeOrigin + performanceMs) * 1e3;
}
