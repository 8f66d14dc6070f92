import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { OpusReader } from '../../../server/site/foreign/worker/opusReader.ts';
import { frequency } from '../../support/recording.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';

/** Packets that are decoded, and of these the last ones that count: the first ones after a start are distorted. */
const DECODED = 50;
const COUNTED = 25;
/** Root mean square below which it counts as silence. */
const QUIET = 0.005;

/** Pitch of the last half second that a terminal was sent, Hz; 0: silence, or too little. */
export function heardHz({ frames }: Pick<TerminalClient, 'frames'>): number {
  const packets = frames.flatMap((bytes) => [...(decodeAudioFrame(bytes)?.packets ?? [])]);
  if (packets.length < COUNTED) return 0;
  const reader = new OpusReader();
  const sound = packets.slice(-DECODED).map((packet) => reader.decode(packet));
  reader.close();
  const samples = Float32Array.from(sound.slice(-COUNTED).flatMap((block) => [...block]));
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.sqrt(power) < QUIET ? 0 : frequency(samples);
}
