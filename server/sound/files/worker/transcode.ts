import type { Frame } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE, TARGET_LUFS } from '../../../../contract/protocol/audio.ts';
import type { TranscodeResult } from '../protocol.ts';
import { breathe, Chain, MONO_48K } from './chain.ts';
import { METER, type Measured, MeterReader, measure } from './loudness.ts';
import { type Mix, monoFrames, type OnProgress } from './mono.ts';
import { Refused } from './refused.ts';
import { type DecodeStats, openSource } from './source.ts';
import { ProgrammeWriter } from './writer.ts';

/** Maximum true peak of a programme, dBTP. */
const CEILING_DB = -1;
/**
 * Limit of the limiter, below the ceiling: downsampling from four times the rate, and Opus, raise peaks again
 * a little.
 */
const LIMITER_DB = CEILING_DB - 0.5;
/** Maximum gain, dB: sound below −56 LUFS is background noise. */
const MAX_GAIN_DB = 40;
/** Loudness that the limiter may take, LU; beyond it the gain is raised and the file rendered again. */
const LOSS_TOLERATED = 0.2;
const RENDERS_MORE = 2;
/** The meter writes its totals once per 100 ms, on all packets of that time. */
const PACKETS_PER_METERING = 5;
/** Share of measuring in the progress; the rest is rendering. */
const MEASURE_SHARE = 0.15;

/** The limiter works at four times the rate, to catch peaks between samples. */
function gainFilter(gainDb: number, limited: boolean): string {
  if (!limited) return `volume=${gainDb}dB`;
  const limit = 10 ** (LIMITER_DB / 20);
  const up = `aresample=${SAMPLE_RATE * 4}`;
  return `volume=${gainDb}dB,${up},alimiter=limit=${limit}:attack=5:release=50:level=0:latency=1,aresample=${SAMPLE_RATE}`;
}

/** Renders into `dir`; returns the number of packets and the loudness that the limiter took, LU. */
async function render(
  frames: Iterable<Frame>,
  dir: string,
  measured: Measured,
  gainDb: number,
  limited: boolean,
) {
  const meter = limited ? `,${METER}` : '';
  const filters = `${gainFilter(gainDb, limited)}${meter},aformat=sample_fmts=flt,asetnsamples=n=${PACKET_SAMPLES}:p=0`;
  const chain = new Chain(filters, MONO_48K);
  const writer = new ProgrammeWriter(dir);
  const reader = new MeterReader();
  let count = 0;
  const drain = () => {
    for (let frame = chain.pull(); frame; frame = chain.pull()) {
      if (limited && count++ % PACKETS_PER_METERING === 0) reader.read(frame);
      writer.write(frame);
    }
  };
  for (const frame of frames) {
    chain.push(frame);
    drain();
    await breathe();
  }
  chain.push(null);
  drain();
  writer.finish();
  chain.free();
  const comparable = measured.meterLufs !== null && reader.lufs !== null;
  const loss = comparable ? (measured.meterLufs ?? 0) + gainDb - (reader.lufs ?? 0) : 0;
  return { packets: writer.packets, loss };
}

/**
 * Transcodes a sound file to a programme: mono, −16 LUFS, at most −1 dBTP, into `outDir` (which exists). Two
 * passes: measure, then gain and limiter.
 * @throws Refused
 */
export async function transcode(
  path: string,
  outDir: string,
  maxSeconds: number,
  onProgress: OnProgress,
): Promise<TranscodeResult> {
  let stats: DecodeStats = { good: 0, damaged: 0 };
  let mix: Mix = 'all';
  const frames = (from: number, to: number) => {
    stats = { good: 0, damaged: 0 };
    return monoFrames(openSource(path), maxSeconds, mix, stats, (done) =>
      onProgress(from + (to - from) * done),
    );
  };
  const measuring = () => frames(0, MEASURE_SHARE);

  let measured = await measure(measuring);
  if (stats.damaged > stats.good) {
    throw new Refused(
      'media.fileBroken',
      `${stats.damaged} of ${stats.damaged + stats.good} packets are damaged`,
    );
  }
  if (measured.samples === 0) throw new Refused('media.fileEmpty', 'no sample in it');
  if (measured.lufs === null) {
    // Silence; or stereo with one channel inverted by wrong wiring, whose downmix is silent.
    mix = 'first';
    const first = await measure(measuring);
    if (first.lufs === null) mix = 'all';
    else measured = first;
  }

  let gainDb = measured.lufs === null ? 0 : Math.min(TARGET_LUFS - measured.lufs, MAX_GAIN_DB);
  const limited = measured.peakDb + gainDb > CEILING_DB;
  const wantedDb = gainDb;
  const renderAt = (gain: number) => render(frames(MEASURE_SHARE, 1), outDir, measured, gain, limited);
  let rendered = await renderAt(gainDb);
  for (let again = 0; again < RENDERS_MORE; again++) {
    const missing = wantedDb - (gainDb - rendered.loss);
    if (missing <= LOSS_TOLERATED) break;
    gainDb += missing;
    rendered = await renderAt(gainDb);
  }
  return {
    ok: true,
    kind: 'transcode',
    durationMs: Math.round((measured.samples * 1000) / SAMPLE_RATE),
    packets: rendered.packets,
    sourceLufs: measured.lufs,
    programmeLufs: measured.lufs === null ? null : measured.lufs + gainDb - rendered.loss,
    gainDb,
    limited,
    damaged: stats.damaged,
  };
}
