import type { Frame } from 'node-av/lib';
import { SAMPLE_RATE } from '../../../contract/audio.ts';
import { breathe, Chain, MONO_48K } from './chain.ts';

/** BS.1770 meter of FFmpeg. It measures and passes on; totals hang on its frames, one per 100 ms. */
export const METER = 'ebur128=metadata=1:framelog=quiet';
const METER_WITH_PEAK = `${METER}:peak=true`;
/** Absolute gate of BS.1770, LUFS: nothing below it is measurable. */
const GATE_LUFS = -70;
/** The meter counts nothing above +10 LUFS; a peak below this cannot be so loud. */
const METER_END_DB = 9;
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

/** Runs the meter over frames that `filters` change first, `quieterDb` quieter, which is put back on the results. */
async function run(frames: Iterable<Frame>, filters: string, quieterDb = 0): Promise<Measured> {
  const chain = new Chain(`${filters},volume=${-quieterDb}dB,${METER_WITH_PEAK}`, MONO_48K);
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
  const lufs = meter.lufs === null ? null : meter.lufs + quieterDb;
  return { samples, lufs, meterLufs: lufs, peakDb: meter.peakDb + quieterDb };
}

/**
 * Measures mono frames at 48 kHz. A sound too short for one window of the meter has no loudness of its own: it
 * is measured as if it repeated. `open` starts the frames anew.
 */
export async function measure(open: () => Iterable<Frame>): Promise<Measured> {
  let once = await run(open(), 'anull');
  // Floating-point files may lie far over full scale, where the meter ends.
  const quieterDb = once.peakDb > METER_END_DB && Number.isFinite(once.peakDb) ? once.peakDb : 0;
  if (quieterDb > 0) once = await run(open(), 'anull', quieterDb);
  if (once.samples === 0 || once.samples >= SHORT_SECONDS * SAMPLE_RATE) return once;
  const times = Math.ceil((SHORT_SECONDS * SAMPLE_RATE * 2) / once.samples);
  const repeated = await run(open(), `aloop=loop=${times}:size=${once.samples}`, quieterDb);
  return { ...once, lufs: repeated.lufs };
}
