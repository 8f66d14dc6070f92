import type { Frame } from 'node-av/lib';
import { SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';
import { breathe, Chain, MONO_48K } from './chain.ts';

/**
 * BS.1770 meter of FFmpeg. It passes sound through and attaches running totals to its frames, one per 100 ms.
 */
export const METER = 'ebur128=metadata=1:framelog=quiet';
const METER_WITH_PEAK = `${METER}:peak=true`;
/** Absolute gate of BS.1770, LUFS: quieter sound is not measurable. */
const GATE_LUFS = -70;
/**
 * Highest peak that the meter handles, dB: it counts nothing above +10 LUFS, which a lower peak cannot reach.
 */
const METER_END_DB = 9;
/** Sounds shorter than this do not fill a window of the meter, which is 400 ms. */
const SHORT_SECONDS = 0.5;

/** Reads the running totals from the frames of a meter; not every frame carries them. */
export class MeterReader {
  /** Integrated loudness so far, LUFS; null below the gate. */
  lufs: number | null = null;
  /** True peak so far, dBTP, if the meter measures peaks. */
  peakDb = Number.NEGATIVE_INFINITY;

  read(frame: Frame): void {
    const values = frame.getMetadata();
    const lufs = values.get('lavfi.r128.I');
    const peak = values.get('lavfi.r128.true_peak');
    // Freed explicitly: the garbage collector does not see the native memory of these tens of thousands of
    // objects.
    values.free();
    if (lufs !== null) this.lufs = Number(lufs) > GATE_LUFS ? Number(lufs) : null;
    if (peak !== null) this.peakDb = 20 * Math.log10(Number(peak));
  }
}

export interface Measured {
  samples: number;
  /** Integrated loudness, LUFS; null if there is none to measure. */
  lufs: number | null;
  /** Result of the meter without repetition; differs from `lufs` on short sounds only. */
  meterLufs: number | null;
  /** True peak, dBTP; -Infinity for digital silence. */
  peakDb: number;
}

/**
 * Runs the meter over frames changed by `filters` and attenuated by `quieterDb`, which is added back to the
 * results.
 */
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
 * Measures mono frames at 48 kHz. A sound too short for one window of the meter is measured as if it
 * repeated.
 * @param open starts the frames again
 */
export async function measure(open: () => Iterable<Frame>): Promise<Measured> {
  let once = await run(open(), 'anull');
  // Floating-point files may lie far above full scale, beyond the range of the meter.
  const quieterDb = once.peakDb > METER_END_DB && Number.isFinite(once.peakDb) ? once.peakDb : 0;
  if (quieterDb > 0) once = await run(open(), 'anull', quieterDb);
  if (once.samples === 0 || once.samples >= SHORT_SECONDS * SAMPLE_RATE) return once;
  const times = Math.ceil((SHORT_SECONDS * SAMPLE_RATE * 2) / once.samples);
  const repeated = await run(open(), `aloop=loop=${times}:size=${once.samples}`, quieterDb);
  return { ...once, lufs: repeated.lufs };
}
