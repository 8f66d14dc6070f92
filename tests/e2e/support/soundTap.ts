import type { Page } from '@playwright/test';

/** Statistics of 512 samples sent to the loudspeaker, by the frame of the audio context at their start. */
export interface TappedPart {
  frame: number;
  /** Largest sample, 1 is full scale. */
  peak: number;
  /** Upward zero crossings. */
  ups: number;
}

const SIZE = 512;

/**
 * Measures on the audio thread, by its own frames: a busy page delays the messages, without affecting the
 * values.
 */
const processor = `
registerProcessor('sound-tap', class extends AudioWorkletProcessor {
  part = { frame: 0, peak: 0, ups: 0 };
  count = 0;
  last = 0;
  process([input]) {
    const samples = input[0] ?? new Float32Array(128);
    if (this.count === 0) this.part = { frame: currentFrame, peak: 0, ups: 0 };
    for (const sample of samples) {
      this.part.peak = Math.max(this.part.peak, Math.abs(sample));
      if (this.last <= 0 && sample > 0) this.part.ups += 1;
      this.last = sample;
    }
    this.count += samples.length;
    if (this.count >= ${SIZE}) {
      this.port.postMessage(this.part);
      this.count = 0;
    }
    return true;
  }
});
`;

/**
 * Records the sound that the page sends to its loudspeaker, from the next navigation on; read it with
 * `tapped`. Needs a context with `bypassCSP`, as the page's content security policy forbids scripts of
 * another origin.
 */
export async function tapSound(page: Page): Promise<void> {
  await page.addInitScript((script) => {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const parts: TappedPart[] = [];
    const contexts: BaseAudioContext[] = [];
    Object.assign(window, { tappedSound: { parts, contexts } });
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    const loading = new WeakMap<BaseAudioContext, Promise<void>>();
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) {
        const { context } = to;
        if (!loading.has(context)) {
          contexts.push(context);
          loading.set(context, context.audioWorklet.addModule(url));
        }
        void loading.get(context)?.then(() => {
          const tap = new AudioWorkletNode(context, 'sound-tap');
          tap.port.onmessage = ({ data }) => parts.push(data as TappedPart);
          connect.call(this, tap);
          connect.call(tap, to);
        });
      }
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
  }, processor);
}

/** All parts so far, the rate of the context in Hz, and its present frame. */
export function tapped(page: Page): Promise<{ parts: TappedPart[]; rate: number; now: number }> {
  return page.evaluate(() => {
    const { parts, contexts } = (
      window as unknown as { tappedSound: { parts: TappedPart[]; contexts: BaseAudioContext[] } }
    ).tappedSound;
    const context = contexts[0];
    const rate = context?.sampleRate ?? 48_000;
    return { parts, rate, now: Math.round((context?.currentTime ?? 0) * rate) };
  });
}

/** Tells if the page sends sound to its loudspeaker: an audio context without sound is suspended. */
export function isSounding(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { contexts } = (window as unknown as { tappedSound: { contexts: AudioContext[] } }).tappedSound;
    return contexts.some(({ state }) => state === 'running');
  });
}

/** Upward zero crossings per second in an interval of frames: the pitch of a tone, Hz. */
export function pitchOf(parts: readonly TappedPart[], rate: number): number {
  return (parts.reduce((sum, { ups }) => sum + ups, 0) / (parts.length * SIZE)) * rate;
}

/** Frames at which sound began after a pause of at least 300 ms. */
export function beginsOf(parts: readonly TappedPart[], rate: number): number[] {
  const loud = parts.filter(({ peak }) => peak > 0.1);
  return loud
    .filter(({ frame }, i) => i === 0 || frame - (loud[i - 1]?.frame ?? 0) > 0.3 * rate)
    .map(({ frame }) => frame);
}
