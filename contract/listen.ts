import { z } from 'zod';
import { idSchema } from './envelope.ts';

/**
 * Listening in (`/v1/listen`, permission operate_listen_in): what a terminal plays, or picks up. Sound comes as
 * audio frames (frames.ts), each packet when it is heard there; the stream changes when the broadcast does.
 */
export const listenRequest = z.object({
  type: z.literal('listen'),
  terminal: idSchema,
  /**
   * `play`: what is sent to it to be played; `pick`: its microphone or channel; `call`: both sides of the call that it
   * is in, each on a stream of its own, until that ends.
   */
  what: z.enum(['play', 'pick', 'call']).default('play'),
  channel: z.number().int().min(1).max(32).default(1),
});
export type ListenRequest = z.output<typeof listenRequest>;

export const toListener = z.discriminatedUnion('type', [
  /** It has begun. `others`: how many listened before; `message` then says so. */
  z.object({ type: z.literal('listening'), name: z.string(), others: z.number().int(), message: z.string() }),
  z.object({ type: z.literal('listen.refused'), message: z.string() }),
  /** How a stream that comes now is heard beside others, there and here (contract/hearing.ts). */
  z.object({
    type: z.literal('listen.mix'),
    stream: z.number().int(),
    mix: z.enum(['speech', 'programme']),
  }),
]);
export type ToListener = z.infer<typeof toListener>;
