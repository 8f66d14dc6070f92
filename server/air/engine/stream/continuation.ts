import { LONGEST_LEAD_US, MAX_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { HeldSound } from '../../../site/terminals/gateway/terminals.types.ts';
import type { AudioStream } from './audioStream.ts';

/** Use of the sound of a stream that a terminal still has from a lost connection. */
export interface Continuation {
  /** Time at which the server continues it; null: the terminal is given the sound anew. */
  fromUs: number | null;
  /** True when the terminal has to drop what it has: the stream has changed since. */
  isStale: boolean;
}

const NONE: Continuation = { fromUs: null, isStale: false };

/**
 * Decides if a terminal continues with the sound of a stream that it has. It does if the stream has not changed since
 * the terminal received its last message: messages arrive in order, so it has also received every change before that.
 *
 * @param readyUs earliest media time at which the terminal can play what is sent now
 */
export function continuationOf(
  held: HeldSound | null,
  stream: Pick<AudioStream, 'id' | 'sinceUs' | 'align'>,
  nowUs: number,
  readyUs: number,
): Continuation {
  const untilUs = held?.untilUs.get(stream.id);
  // Sound that ends earlier has been played before the first new packet is heard.
  if (held === null || untilUs === undefined || untilUs <= readyUs) return NONE;
  const isPossible = untilUs <= nowUs + LONGEST_LEAD_US && stream.align(untilUs) === untilUs;
  // A message takes less than this from the server to the terminal.
  const isSame = stream.sinceUs !== null && held.receivedUs >= stream.sinceUs + MAX_LEAD_US;
  return isPossible && isSame ? { fromUs: untilUs, isStale: false } : { fromUs: null, isStale: true };
}
