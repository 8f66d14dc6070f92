import type { ProbeResult } from '../protocol.ts';
import { monoFrames } from './mono.ts';
import { Refused } from './refused.ts';
import { type DecodeStats, declaredSeconds, openSource } from './source.ts';

/** Frames that must decode before a file counts as sound; few, so that probing is quick. */
const ENOUGH_FRAMES = 3;

/**
 * Identifies a file quickly by its content, and checks that its beginning decodes. The exact length is known
 * only after transcoding.
 * @throws Refused
 */
export function probe(path: string, maxSeconds: number): ProbeResult {
  const source = openSource(path);
  const seconds = declaredSeconds(source);
  if (seconds > maxSeconds) throw new Refused('media.tooLong', `declares ${Math.round(seconds)} s`);
  const { codecpar } = source.stream;
  const stats: DecodeStats = { good: 0, damaged: 0 };
  let samples = 0;
  for (const frame of monoFrames(source, maxSeconds, 'all', stats, () => {})) {
    samples += frame.nbSamples;
    if (stats.good >= ENOUGH_FRAMES) break;
  }
  if (samples === 0) {
    if (stats.damaged > 0) throw new Refused('media.fileBroken', 'nothing can be decoded');
    throw new Refused('media.fileEmpty', 'no sample in it');
  }
  return {
    ok: true,
    kind: 'probe',
    format: source.context.iformat?.name ?? '',
    codec: source.codec,
    sampleRate: codecpar.sampleRate,
    channels: codecpar.channels,
    declaredMs: Math.round(seconds * 1000),
  };
}
