import { z } from 'zod';
import type { Bus } from './bus.types.ts';

const BEAT_MS = 300;
/** Time without a message after which a node counts as lost, ms. */
export const LOST_MS = 2_000;
/** Time for which a lost node is remembered, ms. */
const FORGET_MS = 86_400_000;
const SUBJECT = 'tocsin.node';

const beat = z.object({
  name: z.string().max(255),
  version: z.string().max(100),
  /** Fencing number with which it leads; null: it follows. */
  fence: z.number().int().nullable(),
  /** Addresses at which terminals and consoles reach it. */
  urls: z.array(z.string().max(300)).max(20),
  /** Where a leader takes what other nodes pass on; null: nowhere. */
  entry: z
    .object({
      hosts: z.array(z.string().max(255)).max(20),
      port: z.number().int(),
      /** SHA-256 of the public key of its certificate, hexadecimal. */
      key: z.string().max(64),
    })
    .nullable(),
  /** Files of the leader that it does not have yet; null: it leads, or has not compared them. */
  files_missing: z.number().int().nullable(),
});
/** What a node says of itself several times a second. */
export type Beat = z.output<typeof beat>;

export interface KnownNode extends Beat {
  id: string;
  isLost: boolean;
}

export type LeaderEntry = NonNullable<Beat['entry']>;

/** The nodes of the system, as this one hears them. */
export interface Presence {
  /** Other nodes; those that were stopped are not among them. */
  others(): KnownNode[];
  /** Where the leader takes what is passed on; null: none is heard, or it is still starting. */
  leader(): LeaderEntry | null;
  /** Says now what has changed. */
  tell(): void;
  close(): void;
}

/** @param heardFence called with the fencing number of each leader that is heard */
export function createPresence(
  bus: Bus,
  own: () => Beat,
  heardFence: (fence: number) => void,
  now: () => number = () => performance.now(),
): Presence {
  const nodes = new Map<string, { beat: Beat; heardMs: number }>();
  bus.subscribe(SUBJECT, (body, id) => {
    const parsed = beat.safeParse(body);
    if (!parsed.success) return;
    nodes.set(id, { beat: parsed.data, heardMs: now() });
    if (parsed.data.fence !== null) heardFence(parsed.data.fence);
  });
  bus.subscribe(`${SUBJECT}.stopped`, (_, id) => nodes.delete(id));
  const tell = () => bus.publish(SUBJECT, own());
  tell();
  const timer = setInterval(tell, BEAT_MS);
  const isLost = (heardMs: number) => now() - heardMs > LOST_MS;
  return {
    others() {
      for (const [id, { heardMs }] of nodes) if (now() - heardMs > FORGET_MS) nodes.delete(id);
      return [...nodes].map(([id, one]) => ({ id, ...one.beat, isLost: isLost(one.heardMs) }));
    },
    leader() {
      let found: Beat | null = null;
      for (const { beat, heardMs } of nodes.values())
        if (!isLost(heardMs) && beat.fence !== null && beat.fence > (found?.fence ?? 0)) found = beat;
      return found?.entry ?? null;
    },
    tell,
    close() {
      clearInterval(timer);
      bus.publish(`${SUBJECT}.stopped`, null);
    },
  };
}
