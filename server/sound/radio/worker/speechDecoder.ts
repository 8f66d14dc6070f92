import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { PACKET_SAMPLES, SAMPLE_RATE, TARGET_LUFS } from '../../../../contract/protocol/audio.ts';
import { breathe, Chain, MONO_48K } from '../../files/worker/chain.ts';
import { measure } from '../../files/worker/loudness.ts';
import { monoFrames } from '../../files/worker/mono.ts';
import type { Source } from '../../files/worker/source.ts';
import { createPacketEncoder, LIMITER, pullFrames } from './packets.ts';

/** Samples at the beginning that determine the gain: a synthetic voice keeps its loudness. */
const HEARD_FIRST = SAMPLE_RATE;
/** Maximum gain in either direction, dB. */
const MOST_DB = 30;

function* clones(frames: readonly Frame[]): Generator<Frame> {
  // A filter consumes the samples of its frame.
  for (const frame of frames) {
    const copy = frame.clone();
    if (copy === null) throw new Error('no memory for a frame');
    yield copy;
  }
}

async function gainOf(frames: readonly Frame[]): Promise<number> {
  const { lufs } = await measure(() => clones(frames));
  return lufs === null ? 0 : Math.max(-MOST_DB, Math.min(MOST_DB, TARGET_LUFS - lufs));
}

const filtersOf = (gain: number) =>
  `volume=${gain}dB,${LIMITER},aformat=sample_fmts=flt,asetnsamples=n=${PACKET_SAMPLES}:p=1`;

/** Runs the processing once with silence: the first run takes many times as long as later ones. */
export async function warmUp(): Promise<void> {
  const silence = Frame.fromAudioBuffer(Buffer.alloc(SAMPLE_RATE * 4), {
    nbSamples: SAMPLE_RATE,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_MONO,
  });
  await gainOf([silence]);
  const chain = new Chain(filtersOf(0), MONO_48K);
  const encode = createPacketEncoder(() => {});
  chain.push(silence);
  for (const frame of pullFrames(chain)) encode(frame);
}

/** Encodes speech as it arrives, at the gain determined from its beginning. */
export async function decodeSpeech(source: Source, encode: (frame: Frame) => void): Promise<void> {
  let first: Frame[] | null = [];
  let heard = 0;
  let chain: Chain | null = null;
  const drain = () => {
    for (const frame of chain === null ? [] : pullFrames(chain)) encode(frame);
  };
  async function begin(frames: readonly Frame[]): Promise<void> {
    const gain = await gainOf(frames);
    chain = new Chain(filtersOf(gain), MONO_48K);
    for (const frame of frames) {
      chain.push(frame);
      drain();
    }
    first = null;
  }
  const stats = { good: 0, damaged: 0 };
  for (const frame of monoFrames(source, Number.POSITIVE_INFINITY, 'all', stats, () => {})) {
    if (first !== null) {
      first.push(...clones([frame]));
      heard += frame.nbSamples;
      if (heard >= HEARD_FIRST) await begin(first);
    } else {
      (chain as Chain | null)?.push(frame);
      drain();
    }
    await breathe();
  }
  if (first !== null) await begin(first);
  (chain as Chain | null)?.push(null);
  drain();
}
