import { z } from 'zod';
import { idSchema } from '../api/envelope.ts';

/**
 * Listening in (`/v1/listen`, permission operate_listen_in) on the playback or the microphone of a terminal. Sound
 * comes as audio frames (frames.ts), each packet at the time it plays there; the stream changes when the broadcast
 * does.
 */
export const listenRequest = z.object({
  type: z.literal('listen'),
  terminal: idSchema,
  /**
   * `play`: the broadcast sent to the terminal; `pick`: its microphone or channel; `call`: both sides of its current
   * call, each on a stream of its own, until the call ends.
   */
  what: z.enum(['play', 'pick', 'call']).default('play'),
  channel: z.number().int().min(1).max(32).default(1),
});
export type ListenRequest = z.output<typeof listenRequest>;

export const toListener = z.discriminatedUnion('type', [
  /** Listening has begun. `others`: number of other listeners; `message` tells it as a text. */
  z.object({ type: z.literal('listening'), name: z.string(), others: z.number().int(), message: z.string() }),
  z.object({ type: z.literal('listen.refused'), message: z.string() }),
  /** Announces a stream and how it is mixed with others (contract/protocol/arbitration.ts), at the terminal and here. */
  z.object({
    type: z.literal('listen.mix'),
    stream: z.number().int(),
    mix: z.enum(['speech', 'programme']),
  }),
]);
export type ToListener = z.infer<typeof toListener>;
