import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { OpusReader } from '../../../server/site/foreign/worker/opusReader.ts';
import { frequency } from '../../support/recording.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';

/** Packets that are decoded, and of these the last ones that count: the first ones after a start are distorted. */
const DECODED = 50;
const COUNTED = 25;
/** Root mean square below which it counts as silence. */
const QUIET = 0.005;

/** Pitch in Hz and level in dBFS of the last half second that a terminal was sent; 0 Hz: silence, or too little. */
export function heardSound({ frames }: Pick<TerminalClient, 'frames'>): { hz: number; db: number } {
  const packets = frames.flatMap((bytes) => [...(decodeAudioFrame(bytes)?.packets ?? [])]);
  const none = { hz: 0, db: -200 };
  if (packets.length < COUNTED) return none;
  const reader = new OpusReader();
  const sound = packets.slice(-DECODED).map((packet) => reader.decode(packet));
  reader.close();
  const samples = Float32Array.from(sound.slice(-COUNTED).flatMap((block) => [...block]));
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.sqrt(power) < QUIET ? none : { hz: frequency(samples), db: 10 * Math.log10(power) };
}

/** Pitch of what a terminal was sent last, Hz. */
export const heardHz = (client: Pick<TerminalClient, 'frames'>): number => heardSound(client).hz;
