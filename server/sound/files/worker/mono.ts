import type { Frame } from 'node-av/lib';
import { SAMPLE_RATE } from '../../../../contract/protocol/audio.ts';
import { type AudioFormat, Chain, formatOf } from './chain.ts';
import { Refused } from './refused.ts';
import { type DecodeStats, decodedFrames, type Source } from './source.ts';

const TO_MONO = `aformat=sample_fmts=flt:sample_rates=${SAMPLE_RATE}:channel_layouts=mono`;

/** `all`: the downmix; `first`: only the first channel, for stereo whose channels cancel each other out. */
export type Mix = 'all' | 'first';

/**
 * Creates a downmix by FFmpeg's matrix; a channel layout without a matrix is summed in equal parts.
 * @throws Refused when that fails too (over 64 channels, an unsupported rate)
 */
function downmix(format: AudioFormat, channels: number, mix: Mix): Chain {
  const sum = Array.from({ length: channels }, (_, i) => `${1 / channels}*c${i}`).join('+');
  const filters =
    mix === 'first' ? [`pan=mono|c0=c0,${TO_MONO}`] : [TO_MONO, `pan=mono|c0=${sum},${TO_MONO}`];
  for (const each of filters) {
    try {
      return new Chain(each, format);
    } catch {
      // Try the next filter.
    }
  }
  throw new Refused('media.notAudio', `${channels} channels at ${format.rate} Hz cannot be mixed`);
}

/** Called with the progress 0..1, for each frame. */
export type OnProgress = (done: number) => void;

/**
 * Decodes a whole file to mono float frames at 48 kHz. Each frame yielded is the same object, valid until the
 * next. A file may change its rate or channels in the middle (chained Ogg, HE-AAC); the output does not.
 * @throws Refused `media.tooLong` after `maxSeconds` of sound, whatever the file declares
 */
export function* monoFrames(
  source: Source,
  maxSeconds: number,
  mix: Mix,
  stats: DecodeStats,
  onProgress: OnProgress,
): Generator<Frame> {
  let chain: Chain | undefined;
  let chainKey = '';
  let samples = 0;

  function* drain(from: Chain): Generator<Frame> {
    for (let out = from.pull(); out; out = from.pull()) {
      samples += out.nbSamples;
      if (samples > maxSeconds * SAMPLE_RATE) throw new Refused('media.tooLong', `over ${maxSeconds} s`);
      yield out;
    }
  }
  function* finish(): Generator<Frame> {
    if (!chain) return;
    chain.push(null);
    yield* drain(chain);
    chain = undefined;
  }

  for (const frame of decodedFrames(source, stats)) {
    const format = formatOf(frame);
    const key = `${format.rate} ${format.sampleFormat} ${format.layout}`;
    if (key !== chainKey) {
      yield* finish();
      chain = downmix(format, frame.channels, mix);
      chainKey = key;
    }
    if (!chain) continue;
    chain.push(frame);
    yield* drain(chain);
    onProgress(Math.min(1, Number(source.context.pbBytes) / source.bytes));
  }
  yield* finish();
}
