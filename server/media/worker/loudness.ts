import type { Frame } from 'node-av/lib';
import { SAMPLE_RATE } from '../../../contract/audio.ts';
import { breathe, Chain, MONO_48K } from './chain.ts';

/** BS.1770 meter of FFmpeg. It measures and passes on; totals hang on its frames, one per 100 ms. */
export const METER = 'ebur128=metadata=1:framelog=quiet';
const METER_WITH_PEAK = `${METER}:peak=true`;
/** Absolute gate of BS.1770, LUFS: nothing below it is measurable. */
const GATE_LUFS = -70;
/** Shorter sounds do not fill one window of the meter, which is 400 ms. */
const SHORT_SECONDS = 0.5;

/** Reads the running totals that a meter writes on its frames; not every frame carries them. */
export class MeterReader {
  /** Integrated loudness so far, LUFS; null below the gate. */
  lufs: number | null = null;
  /** True peak so far, dBTP, if the meter measures peaks. */
  peakDb = Number.NEGATIVE_INFINITY;

  read(frame: Frame): void {
    const values = frame.getMetadata();
    const lufs = values.get('lavfi.r128.I');
    const peak = values.get('lavfi.r128.true_peak');
    // Freed by hand: tens of thousands of these are small to the garbage collector and large to the process.
    values.free();
    if (lufs !== null) this.lufs = Number(lufs) > GATE_LUFS ? Number(lufs) : null;
    if (peak !== null) this.peakDb = 20 * Math.log10(Number(peak));
  }
}

export interface Measured {
  samples: number;
  /** Integrated loudness, LUFS; null if there is none to measure. */
  lufs: number | null;
  /** What the plain meter said; differs from `lufs` on short sounds only. */
  meterLufs: number | null;
  /** True peak, dBTP; -Infinity for digital silence. */
  peakDb: number;
}

async function run(frames: Iterable<Frame>, filters: string): Promise<Measured> {
  const chain = new Chain(filters, MONO_48K);
  const meter = new MeterReader();
  let samples = 0;
  const drain = () => {
    for (let frame = chain.pull(); frame; frame = chain.pull()) meter.read(frame);
  };
  for (const frame of frames) {
    samples += frame.nbSamples;
    chain.push(frame);
    drain();
    await breathe();
  }
  chain.push(null);
  drain();
  chain.free();
  return { samples, lufs: meter.lufs, meterLufs: meter.lufs, peakDb: meter.peakDb };
}

/**
 * Measures mono frames at 48 kHz. A sound too short for one window of the meter has no loudness of its own: it
 * is measured as if it repeated. `open` starts the frames anew.
 */
export async function measure(open: () => Iterable<Frame>): Promise<Measured> {
  const once = await run(open(), METER_WITH_PEAK);
  if (once.samples === 0 || once.samples >= SHORT_SECONDS * SAMPLE_RATE) return once;
  const times = Math.ceil((SHORT_SECONDS * SAMPLE_RATE * 2) / once.samples);
  const repeated = await run(open(), `aloop=loop=${times}:size=${once.samples},${METER_WITH_PEAK}`);
  return { ...once, lufs: repeated.lufs };
}
