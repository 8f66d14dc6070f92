import type { Hello } from '../../../../contract/protocol/terminal.ts';
import type { HeldSound } from './terminals.types.ts';

/** Sound that a terminal says it still has; null: none by the media clock of this epoch. */
export function heldOf(hello: Pick<Hello, 'held'> | null, epoch: string): HeldSound | null {
  const held = hello?.held;
  if (held === undefined || held.epoch !== epoch) return null;
  return {
    receivedUs: held.received_us,
    untilUs: new Map(held.streams.map(({ stream, until_us }) => [stream, until_us])),
  };
}
