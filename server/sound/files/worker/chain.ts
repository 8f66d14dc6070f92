import { setImmediate } from 'node:timers/promises';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { avChannelLayoutDescribe, avGetSampleFmtName, FFmpegError, FilterGraph, Frame } from 'node-av/lib';

/**
 * Format of the frames that enter a filter chain. `layout` is FFmpeg's description, e.g. `stereo` or `3
 * channels`.
 */
export interface AudioFormat {
  rate: number;
  sampleFormat: string;
  layout: string;
}

export const MONO_48K: AudioFormat = { rate: 48_000, sampleFormat: 'flt', layout: 'mono' };

/** Format of a decoded frame. */
export function formatOf(frame: Frame): AudioFormat {
  return {
    rate: frame.sampleRate,
    sampleFormat: avGetSampleFmtName(frame.format as never) ?? 'unknown',
    layout: avChannelLayoutDescribe(frame.channelLayout) ?? `${frame.channels} channels`,
  };
}

/** Chain of FFmpeg audio filters, from frames to frames. Single-threaded, synchronous. */
export class Chain {
  readonly #graph = new FilterGraph();
  readonly #in;
  readonly #out;
  readonly #frame = new Frame();
  #pushed = 0n;

  /** @param filters FFmpeg filters between input and output, e.g. `volume=3dB,alimiter`. Throws FFmpegError. */
  constructor(filters: string, format: AudioFormat) {
    this.#frame.alloc();
    this.#graph.alloc();
    this.#graph.nbThreads = 1;
    const source =
      `abuffer@in=sample_rate=${format.rate}:sample_fmt=${format.sampleFormat}` +
      `:channel_layout=${format.layout}:time_base=1/${format.rate}`;
    FFmpegError.throwIfError(this.#graph.parse2(`${source},${filters},abuffersink@out`), 'filters');
    FFmpegError.throwIfError(this.#graph.configSync(), 'filters');
    const input = this.#graph.getFilter('abuffer@in');
    const output = this.#graph.getFilter('abuffersink@out');
    if (!input || !output) throw new Error('filter graph without ends');
    this.#in = input;
    this.#out = output;
  }

  /** Feeds a frame, or null for the end. The timestamp of a frame is the number of samples before it. */
  push(frame: Frame | null): void {
    if (frame) {
      frame.pts = this.#pushed;
      this.#pushed += BigInt(frame.nbSamples);
    }
    FFmpegError.throwIfError(this.#in.buffersrcAddFrameSync(frame), 'filter input');
  }

  /** Returns the next frame, valid until the next pull; null if there is none yet (or no more). */
  pull(): Frame | null {
    this.#frame.unref();
    const ret = this.#out.buffersinkGetFrameSync(this.#frame);
    if (ret === AVERROR_EAGAIN || ret === AVERROR_EOF) return null;
    FFmpegError.throwIfError(ret, 'filter output');
    return this.#frame;
  }

  free(): void {
    this.#graph.free();
    this.#frame.free();
  }
}

let frames = 0;

/**
 * Yields to the event loop every 256 frames. Node frees allocations of the binding only there: a purely
 * synchronous run over 90 minutes of sound grew to 1 GB.
 */
export async function breathe(): Promise<void> {
  if (++frames % 256 === 0) await setImmediate();
}
